import type { OrderTerm } from '../adql/ast.ts'

/** SQL of an ORDER BY term. Nulls sort last ascending and first descending, as in the archive's database. */
export function orderTermSql(sql: string, { isDescending, nulls }: OrderTerm): string {
  return `${sql} ${isDescending ? 'DESC' : 'ASC'} NULLS ${nulls ?? (isDescending ? 'FIRST' : 'LAST')}`
}
