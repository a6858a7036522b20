import { columnList, type Row, unflaggedColumns } from './values.ts'

/** The archive's default row; undefined if there is none. */
export function chosenRow(rows: readonly Row[]): Row | undefined {
  return rows.find((row) => row.default_flag === 1)
}

export function isControversial(rows: readonly Row[]): boolean | null {
  const flags = rows.map((row) => row.pl_controv_flag ?? null).filter((flag) => flag !== null)
  return flags.length === 0 ? null : flags.includes(1)
}

/** Facts about a planet that its rows do not show. */
export interface CautionFacts {
  /** Whether the archive marks one row of each planet as default. */
  readonly hasDefaultFlag: boolean
  /** Whether a mass is shown. */
  readonly hasMass: boolean
}

/** The cautions about the values of a planet; `row` is the one whose values are shown. */
export function planetCautions(rows: readonly Row[], row: Row, { hasDefaultFlag, hasMass }: CautionFacts): string[] {
  const provenance = row.pl_bmassprov
  return [
    ...(isControversial(rows) === true ? ['The existence of this planet is disputed (pl_controv_flag).'] : []),
    ...(hasDefaultFlag && chosenRow(rows) === undefined
      ? ['The archive marks no row of this planet as the default; these values are from its first row.']
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
    ...limitCautions(row),
  ]
}

/** The caution about values of a row that can be measurements or limits. */
export function limitCautions(row: Row): string[] {
  const columns = unflaggedColumns(row)
  return columns.length === 0
    ? []
    : [
        `In this row, it is not stated whether these values are measurements or limits (limit flags and uncertainties are null): ${columnList(columns)}.`,
      ]
}

/** The same caution for a list of planets, one row each, and the columns that it shows. */
export function limitsOfPlanets(rows: readonly Row[], shown: readonly string[]): string[] {
  const unflagged = rows.map((row) => unflaggedColumns(row).filter((column) => shown.includes(column)))
  const planets = unflagged.filter(({ length }) => length > 0).length
  if (planets === 0) return []
  const columns = shown.filter((column) => unflagged.some((some) => some.includes(column)))
  const whose = rows.length === 1 ? 'the row of the planet' : `rows of ${planets} of the ${rows.length} planets`
  return [
    `In ${whose}, it is not stated whether these values are measurements or limits (limit flags and uncertainties are null): ${columnList(columns)}.`,
  ]
}

function massCaution(provenance: Row[string] | undefined): string {
  if (provenance === 'Msini') return 'pl_bmasse and pl_bmassj are minimum masses (M sin i), not masses.'
  return typeof provenance === 'string'
    ? `pl_bmasse and pl_bmassj are of the kind "${provenance}" (pl_bmassprov), not measured masses.`
    : 'In the row, it is not stated whether pl_bmasse and pl_bmassj are masses or minimum masses (pl_bmassprov).'
}
