/** Suffixes of columns that qualify the value of another column, with their meaning. */
export const COMPANIONS = {
  err1: 'upper uncertainty',
  err2: 'lower uncertainty (negative)',
  _err1: 'upper uncertainty',
  _err2: 'lower uncertainty (negative)',
  lim: '0 a measurement, 1 an upper limit, -1 a lower limit, null not stated',
  str: 'the value as text',
  symerr: 'whether the uncertainty is symmetric',
  format: 'how the value is displayed',
  _reflink: 'the reference of this value',
} as const satisfies Record<string, string>
export type Companion = keyof typeof COMPANIONS
export const COMPANION_NAMES = Object.keys(COMPANIONS) as Companion[]

const upper = (of: string) => `Upper uncertainty of ${of}; positive.`
const lower = (of: string) => `Lower uncertainty of ${of}; negative.`

const NOTES: Partial<Record<Companion, (of: string) => string>> = {
  err1: upper,
  err2: lower,
  _err1: upper,
  _err2: lower,
  lim: (of) => `Limit flag of ${of}: 0 a measurement, 1 an upper limit, -1 a lower limit; null: the row does not say.`,
}

const OWN_NOTES: Readonly<Record<string, string>> = {
  default_flag: '1 for the one row per planet that the archive has chosen, 0 for the rows of all other references.',
  pl_bmassprov:
    'What pl_bmasse and pl_bmassj are: the mass (Mass), a minimum mass (Msini), a minimum mass over the sine of the inclination (Msin(i)/sin(i)), or, in composite tables, predicted from the radius and not measured (M-R relationship).',
  pl_controv_flag: '1 if the existence of the planet is disputed.',
  soltype: 'What the reference reports: a planet (Published Confirmed), or only a candidate (… Candidate).',
  disposition:
    'Disposition of the object: CONFIRMED, CANDIDATE, FALSE POSITIVE or REFUTED. Only a CONFIRMED one is a confirmed planet.',
  tfopwg_disp:
    'Disposition by the TESS follow-up program: CP confirmed planet, KP planet known before, PC candidate, APC ambiguous candidate, FP false positive, FA false alarm. Only CP and KP are confirmed planets.',
  koi_disposition:
    'Disposition of the object: CONFIRMED, CANDIDATE or FALSE POSITIVE. Only a CONFIRMED one is a confirmed planet.',
  koi_pdisposition:
    'Disposition by Kepler data alone: CANDIDATE or FALSE POSITIVE. It does not confirm planets; koi_disposition does.',
  koi_score:
    'Confidence from 0 to 1 that the object is a candidate by Kepler data: low for a clear false positive. It is not a probability.',
  koi_time0bk: 'BKJD is the barycentric Julian date less 2454833.',
  ...Object.fromEntries(
    ['nt', 'ss', 'co', 'ec'].map((test) => [
      `koi_fpflag_${test}`,
      '1 if this test indicates a false positive, else 0.',
    ]),
  ),
}

const COMPOSITE_RADIUS =
  'If no reference gives a radius, a composite table lists one calculated from the mass. If a planet has not been seen in transit, a radius without uncertainty is probably not measured.'

/** Whether a table has composite parameters: it has masses of several provenances, and no default rows. */
function isOfComposite(names: ReadonlySet<string>): boolean {
  return names.has('pl_bmassprov') && !names.has('default_flag')
}

/** What users of a column must know in addition to its description; undefined if nothing. `names` are the columns of its table. */
export function noteOn(column: string, names: ReadonlySet<string>): string | undefined {
  for (const ending of COMPANION_NAMES) {
    const of = column.slice(0, -ending.length)
    const note = NOTES[ending]
    if (note !== undefined && column.endsWith(ending) && names.has(of)) return note(of)
  }
  if ((column === 'pl_rade' || column === 'pl_radj') && isOfComposite(names)) return COMPOSITE_RADIUS
  return Object.hasOwn(OWN_NOTES, column) ? OWN_NOTES[column] : undefined
}
