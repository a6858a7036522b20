/** @jsxImportSource preact */
/** A sentence with the Markdown used in the service's own texts: `code` and **bold**. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
        if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>
        if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>
        return part
      })}
    </>
  )
}
