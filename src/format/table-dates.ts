import { eachTable, TABLE_NAMES, type TableName } from './table.ts'

/** The date of each table, `YYYY-MM-DD`; null if the archive does not state one. */
export type TableDates = Readonly<Record<TableName, string | null>>

/** The newest of the dates; null if none is known. */
export function newestDate(dates: Iterable<string | null>): string | null {
  let newest: string | null = null
  for (const date of dates) if (date !== null && (newest === null || date > newest)) newest = date
  return newest
}

/** The dates of the tables of a manifest. */
export function tableDates(tables: Readonly<Record<TableName, { readonly date: string | null }>>): TableDates {
  return eachTable((name) => tables[name].date)
}

/** The dates as text: one date if both tables have it, otherwise the date of each table. */
export function datesInWords(dates: TableDates): string {
  const { exoplanets, stellarhosts } = dates
  if (exoplanets === stellarhosts) return `archive date ${exoplanets ?? 'unknown'}`
  return TABLE_NAMES.map((name) => `${name} of ${dates[name] ?? 'unknown date'}`).join(', ')
}
