const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// `2016-05-06`, `2017-08-31 00:00`, `2021-01-26T01:54:17.5Z` and, for a month of which no day is known, `2014-03`.
const ISO = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?)?)?$/
// `Tue Jan 26 01:54:17 2021`, with or without a time zone before the year, as C's ctime and date(1) write it.
const CTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) \d{2}:\d{2}:\d{2}(?: [A-Z]{3,5})? (\d{4})$/

/**
 * The day that a text names, as `YYYY-MM-DD`, in the clock of whoever wrote it; undefined where the text is no date (or
 * names a day that does not exist). A month alone stands for its first day: what happened in it is not older than that.
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
