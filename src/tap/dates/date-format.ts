/** Elements of Oracle's date formats: the pattern of a text, and strftime's equivalent if there is one. Longest first. */
const ELEMENTS: readonly (readonly [name: string, pattern: string, strftime: string | undefined])[] = [
  ['MONTH', '[a-z]+', undefined],
  ['YYYY', '\\d{4}', '%Y'],
  ['RRRR', '\\d{4}', '%Y'],
  ['HH24', '\\d{1,2}', '%H'],
  ['MON', '[a-z]{3}', undefined],
  ['YY', '\\d{2}', undefined],
  ['RR', '\\d{2}', undefined],
  ['MM', '\\d{1,2}', '%m'],
  ['DD', '\\d{1,2}', '%d'],
  ['MI', '\\d{1,2}', '%M'],
  ['SS', '\\d{1,2}', '%S'],
]

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface Part {
  /** An element's name, or undefined for what stands between elements. */
  readonly name?: string
  readonly pattern: string
  readonly strftime: string | undefined
}

/** The parts of a date format; undefined if it has an element that is not known. */
function partsOf(format: string): readonly Part[] | undefined {
  const parts: Part[] = []
  const upper = format.trim().toUpperCase()
  for (let at = 0; at < upper.length; ) {
    const [name, pattern, strftime] = ELEMENTS.find(([element]) => upper.startsWith(element, at)) ?? []
    if (name !== undefined && pattern !== undefined) {
      parts.push({ name, pattern, strftime })
      at += name.length
      continue
    }
    const char = upper[at]!
    const isQuotedT = upper.startsWith('"T"', at)
    if (!/[-/,.;: T"]/.test(char)) return undefined
    const text = isQuotedT ? 'T' : char
    // Any punctuation in the text satisfies the format's, as in Oracle.
    parts.push({ pattern: '[-/,.;: T]', strftime: text === '"' ? undefined : text })
    at += isQuotedT ? 3 : 1
  }
  return parts.some(({ name }) => name !== undefined) ? parts : undefined
}

/** The strftime format that is equivalent to a date format; undefined if there is none. */
export function strftimeOf(format: string): string | undefined {
  const parts = partsOf(format)
  return parts?.every(({ strftime }) => strftime !== undefined)
    ? parts.map(({ strftime }) => strftime).join('')
    : undefined
}

/** Whether texts in this format are dates as the catalog writes them: 2020-01-31, perhaps shortened, or with a time. */
export function isCatalogFormat(format: string): boolean {
  const strftime = strftimeOf(format)
  return strftime !== undefined && /^%Y(?:-%m(?:-%d(?:[ T]%H(?::%M(?::%S)?)?)?)?)?$/.test(strftime)
}

/** Whether a date format can be read at all. */
export function isDateFormat(format: string): boolean {
  return partsOf(format) !== undefined
}

/**
 * A text in a date format as the catalog writes dates: `2020-01-31`, with a time only if it is not midnight. Parts that the
 * format leaves out are January and the first day. Undefined if the text does not have the format, or is not a date.
 */
export function catalogDate(text: string, format: string): string | undefined {
  const parts = partsOf(format)
  if (parts === undefined) return undefined
  const pattern = parts.map(({ name, pattern }) => (name === undefined ? pattern : `(${pattern})`)).join('')
  // A text without punctuation has all digits.
  const compact = parts.map(({ name, pattern }) => (name === undefined ? '' : `(${pattern.replace('{1,2}', '{2}')})`))
  const found =
    new RegExp(`^(?:${pattern})$`, 'i').exec(text.trim()) ?? new RegExp(`^${compact.join('')}$`, 'i').exec(text.trim())
  if (found === null) return undefined
  const groups = found.slice(1)
  const names = parts.flatMap(({ name }) => (name === undefined ? [] : [name]))
  const read = (...wanted: readonly string[]): string | undefined =>
    groups[names.findIndex((one) => wanted.includes(one))]
  const year = read('YYYY', 'RRRR') ?? century(read('YY', 'RR'))
  if (year === undefined) return undefined
  const word = read('MON', 'MONTH')?.slice(0, 3).toLowerCase()
  const month = word === undefined ? (read('MM') ?? '1') : String(MONTHS.indexOf(word) + 1)
  const day = [year, month.padStart(2, '0'), (read('DD') ?? '1').padStart(2, '0')].join('-')
  const time = ['HH24', 'MI', 'SS'].map((name) => (read(name) ?? '0').padStart(2, '0')).join(':')
  const instant = Date.parse(`${day}T${time}Z`)
  // Date.parse moves February 30 into March.
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(day)) return undefined
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** The year of two digits, from 1950 to 2049. */
function century(digits: string | undefined): string | undefined {
  if (digits === undefined) return undefined
  return `${Number(digits) < 50 ? '20' : '19'}${digits}`
}
