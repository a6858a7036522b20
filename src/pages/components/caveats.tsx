/** @jsxImportSource preact */
/** Caveats that apply to the values of a page; renders nothing if there are none. */
export function Caveats({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <aside class="caveats" aria-label="Caveats">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </aside>
  )
}
