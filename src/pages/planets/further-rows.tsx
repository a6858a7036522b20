/** @jsxImportSource preact */
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { Manifest } from '../../format/manifest.ts'
import { sqlPath } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'

export interface FurtherRowsProps {
  /** Name of the planet. */
  readonly name: string
  /** Restricts the tables to those with this column. */
  readonly column?: string
}

/**
 * Further tables that use the archive's planet names, each a link to its rows of this planet; renders nothing if there are none.
 */
export function FurtherRows({ name, column = 'pl_name' }: FurtherRowsProps) {
  const { href, manifest } = useSite()
  const tables = tablesWith(manifest, column)
  if (tables.length === 0) return null
  return (
    <>
      {tables.map((table, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a href={href(sqlPath(`SELECT * FROM ${table} WHERE pl_name = ${quotedText(name)}`))}>{table}</a>
        </>
      ))}
    </>
  )
}

/** Names of the further tables that use the archive's planet names and have this column. */
export function tablesWith({ furtherTables }: Pick<Manifest, 'furtherTables'>, column: string): readonly string[] {
  return Object.entries(furtherTables).flatMap(([table, { columns }]) =>
    ['pl_name', column].every((wanted) => columns.some(({ name }) => name === wanted)) ? [table] : [],
  )
}
