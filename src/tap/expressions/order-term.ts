import type { OrderTerm } from '../adql/ast.ts'

/** A term of ORDER BY. Nulls come last ascending and first descending, as in the archive's database. */
export function orderTermSql(sql: string, { isDescending, nulls }: OrderTerm): string {
  return `${sql} ${isDescending ? 'DESC' : 'ASC'} NULLS ${nulls ?? (isDescending ? 'FIRST' : 'LAST')}`
}
