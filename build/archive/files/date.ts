const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// `2016-05-06`, `2017-08-31 00:00`, `2021-01-26T01:54:17.5Z` and, for a month without a known day, `2014-03`.
const ISO = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?)?)?$/
// `Tue Jan 26 01:54:17 2021`, with or without a time zone before the year, as written by C's ctime and date(1).
const CTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) \d{2}:\d{2}:\d{2}(?: [A-Z]{3,5})? (\d{4})$/

/**
 * Returns the day in a text as `YYYY-MM-DD`, in the writer's time zone; undefined if the text is not a date (or names a day that
 * does not exist). A month alone is treated as its first day, the earliest possible date.
 */
export function readDate(text: string): string | undefined {
  const trimmed = text.trim()
  const iso = ISO.exec(trimmed)
  if (iso !== null) return existingDay(iso[1]!, iso[2]!, iso[3] ?? '01')
  const ctime = CTIME.exec(trimmed)
  if (ctime === null) return undefined
  return existingDay(ctime[3]!, String(MONTHS.indexOf(ctime[1]!) + 1).padStart(2, '0'), ctime[2]!.padStart(2, '0'))
}

function existingDay(year: string, month: string, day: string): string | undefined {
  const written = `${year}-${month}-${day}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined
}
