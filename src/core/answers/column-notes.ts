/** Endings of columns that say something about another column's value, and what. */
export const COMPANIONS = {
  err1: 'upper uncertainty',
  err2: 'lower uncertainty (negative)',
  lim: '0 a measurement, 1 an upper limit, -1 a lower limit',
  str: 'the value as text',
  symerr: 'whether the uncertainty is symmetric',
  format: 'how the value is displayed',
  _reflink: 'the reference of this value',
} as const satisfies Record<string, string>
export type Companion = keyof typeof COMPANIONS
export const COMPANION_NAMES = Object.keys(COMPANIONS) as Companion[]

const NOTES: Partial<Record<Companion, (of: string) => string>> = {
  err1: (of) => `Upper uncertainty of ${of}; positive.`,
  err2: (of) => `Lower uncertainty of ${of}; negative.`,
  lim: (of) => `Limit flag of ${of}: 0 a measurement, 1 an upper limit, -1 a lower limit.`,
}

const OWN_NOTES: Readonly<Record<string, string>> = {
  default_flag: '1 for the one row per planet that the archive has chosen, 0 for the rows of all other references.',
  pl_bmassprov:
    'What pl_bmasse and pl_bmassj are: the mass (Mass), a minimum mass (Msini), or a value calculated in another way.',
  pl_controv_flag: '1 if the existence of the planet is disputed.',
}

/** What a reader of a column has to know beyond its description; undefined if nothing. `names` are those of its table. */
export function noteOn(column: string, names: ReadonlySet<string>): string | undefined {
  for (const ending of COMPANION_NAMES) {
    const of = column.slice(0, -ending.length)
    const note = NOTES[ending]
    if (note !== undefined && column.endsWith(ending) && names.has(of)) return note(of)
  }
  return Object.hasOwn(OWN_NOTES, column) ? OWN_NOTES[column] : undefined
}
