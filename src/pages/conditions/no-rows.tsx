/** @jsxImportSource preact */
import { labelOf } from '../components/labels.ts'
import { useSite } from '../frame/site.ts'

/** A text column that a condition compares, and values that it has, each with the path of the rows that have it. */
export interface KnownValues {
  readonly column: string
  readonly values: readonly { readonly text: string; readonly path: string }[]
}

/** Number of characters of a value that are shown. */
const MAX_SHOWN = 40

export interface NoRowsProps {
  readonly known: readonly KnownValues[]
  readonly sentence?: string
}

/** What a page shows if no row matches its conditions: values that rows have. */
export function NoRows({ known, sentence = 'No row matches.' }: NoRowsProps) {
  const { href } = useSite()
  return (
    <div class="message" role="status">
      {sentence}
      {known.map(({ column, values }) => (
        <div key={column}>
          {labelOf({ name: column })} (<code>{column}</code>) has values such as{' '}
          {values.map(({ text, path }, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={href(path)}>
                <bdi>{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text}</bdi>
              </a>
            </>
          ))}
          .
        </div>
      ))}
    </div>
  )
}
