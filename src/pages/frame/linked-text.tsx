/** @jsxImportSource preact */
import { useSite } from './site.ts'

/** Paths of pages on columns, as messages name them. */
const COLUMN_PAGES = /(\/columns\/\w+)/

/** The text of a message, in which the pages that it names are links. */
export function LinkedText({ text }: { readonly text: string }) {
  const { href } = useSite()
  return (
    <>
      {text.split(COLUMN_PAGES).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <a key={at} href={href(part)}>
            {part}
          </a>
        ),
      )}
    </>
  )
}
