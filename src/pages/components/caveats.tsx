/** @jsxImportSource preact */
/** What a reader has to know before the values of a page are used; nothing where there is nothing. */
export function Caveats({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <aside class="caveats" aria-label="To know before these values are used">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </aside>
  )
}
