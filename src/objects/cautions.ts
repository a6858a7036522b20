import type { Row } from './values.ts'

/** The row that the archive has chosen; undefined where no row is. */
export function chosenRow(rows: readonly Row[]): Row | undefined {
  return rows.find((row) => row.default_flag === 1)
}

export function isControversial(rows: readonly Row[]): boolean | null {
  const flags = rows.map((row) => row.pl_controv_flag ?? null).filter((flag) => flag !== null)
  return flags.length === 0 ? null : flags.includes(1)
}

/** What there is to tell of a planet besides its rows. */
export interface CautionFacts {
  /** Whether the archive marks one row of each planet. */
  readonly hasDefaultFlag: boolean
  /** Whether a mass is shown. */
  readonly hasMass: boolean
}

/** What a reader of the values of a planet has to know; `row` is the one whose values are shown. */
export function planetCautions(rows: readonly Row[], row: Row, { hasDefaultFlag, hasMass }: CautionFacts): string[] {
  const provenance = row.pl_bmassprov
  return [
    ...(isControversial(rows) === true ? ['The existence of this planet is disputed (pl_controv_flag).'] : []),
    ...(hasDefaultFlag && chosenRow(rows) === undefined
      ? ['The archive has chosen no row of this planet; these values are those of its first row.']
      : []),
    ...(!hasDefaultFlag && rows.length === 1
      ? [
          'A table of one row per planet is usually composite: values come from different references and need not be consistent with each other.',
        ]
      : []),
    ...(hasMass && provenance !== 'Mass' ? [massCaution(provenance)] : []),
    ...(row.pl_orbeccen === 0 && (row.pl_orbeccenerr1 ?? null) === null && row.pl_orbeccenlim !== 1
      ? ['An eccentricity of 0 without uncertainty is usually assumed, not measured.']
      : []),
  ]
}

function massCaution(provenance: Row[string] | undefined): string {
  if (provenance === 'Msini') return 'pl_bmasse and pl_bmassj are minimum masses (M sin i), not masses.'
  return typeof provenance === 'string'
    ? `pl_bmasse and pl_bmassj are of the kind "${provenance}" (pl_bmassprov), not measured masses.`
    : 'The row does not say whether pl_bmasse and pl_bmassj are masses or minimum masses (pl_bmassprov).'
}
