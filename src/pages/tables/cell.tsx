/** @jsxImportSource preact */
import type { Column } from '../../format/column.ts'
import type { Row } from '../../objects/values.ts'
import { hostPath, planetPath } from '../components/addresses.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { digits, Text, Value } from '../components/value.tsx'
import type { Site } from '../frame/site.ts'

export interface CellProps {
  readonly column: Column
  readonly row: Row
  readonly rowNumber: number
}

/** A table cell: a name as a link to its page, a reference as a link to the publication, a number with its uncertainties. */
export function cellOf({ column, row, rowNumber }: CellProps, href: Site['href']) {
  const { name, type } = column
  const value = row[name] ?? null
  if (value !== null && (name === 'pl_name' || name === 'hostname'))
    return (
      <a href={href(name === 'pl_name' ? planetPath(String(value)) : hostPath(String(value)))}>
        <bdi data-column={name} data-row={rowNumber}>
          {digits(value)}
        </bdi>
      </a>
    )
  if (value !== null && /(?:_refname|_reflink)$/.test(name)) return <ReferenceLink html={value} />
  if (type === 'text') return Text({ row, column: name, rowNumber })
  return Value({ row, column: name, rowNumber })
}
