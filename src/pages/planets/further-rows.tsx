/** @jsxImportSource preact */
import type { Manifest } from '../../format/manifest.ts'
import { sqlString } from '../code/quoting.ts'
import { sqlPath } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'

export interface FurtherRowsProps {
  /** Of the planet. */
  readonly name: string
  /** Only tables that have this column. */
  readonly column?: string
}

/** Further tables that name planets as the archive does, each leading to its rows of this one; nothing where there are none. */
export function FurtherRows({ name, column = 'pl_name' }: FurtherRowsProps) {
  const { href, manifest } = useSite()
  const tables = tablesWith(manifest, column)
  if (tables.length === 0) return null
  return (
    <>
      {tables.map((table, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a href={href(sqlPath(`SELECT * FROM ${table} WHERE pl_name = ${sqlString(name)}`))}>{table}</a>
        </>
      ))}
    </>
  )
}

/** Names of the further tables that have planets by the archive's names, and this column. */
export function tablesWith({ furtherTables }: Pick<Manifest, 'furtherTables'>, column: string): readonly string[] {
  return Object.entries(furtherTables).flatMap(([table, { columns }]) =>
    ['pl_name', column].every((wanted) => columns.some(({ name }) => name === wanted)) ? [table] : [],
  )
}
