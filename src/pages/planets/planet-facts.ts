import type { Value as Cell } from '../../core/answers/rows.ts'
import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import { chosenRow, planetCautions } from '../../objects/cautions.ts'
import type { Row } from '../../objects/values.ts'
import { M_SIN_I } from '../components/labels.ts'
import { type Parameter, parameterOf } from '../published/published.ts'
import { isLargePlanet, type PlanetColumns } from './planet-columns.ts'

/** A parameter, and the same parameter in another unit. */
export interface TwinParameter extends Parameter {
  readonly twin: Parameter | undefined
}

export interface PlanetFacts {
  readonly name: string
  readonly host: string
  readonly rows: readonly Row[]
  /** Index of the row whose values are shown: the archive's default row, or the first. */
  readonly chosen: number
  /** False if the archive does not mark a row, for example because each planet has only one. */
  readonly hasDefault: boolean
  readonly row: Row
  readonly groups: readonly { readonly heading: string; readonly parameters: readonly TwinParameter[] }[]
  readonly cautions: readonly string[]
}

/** The content of a planet's page, from its rows, of which there must be at least one. */
export function planetFacts(
  manifest: Pick<Manifest, 'tables'>,
  { ofSmall, ofLarge }: PlanetColumns,
  rows: readonly Row[],
): PlanetFacts {
  const marked = chosenRow(rows)
  const row = marked ?? rows[0]!
  const chosen = rows.indexOf(row)
  const firstOf = (name: string): Cell =>
    row[name] ?? rows.find((other) => (other[name] ?? null) !== null)?.[name] ?? null
  const isLarge = isLargePlanet(firstOf('pl_rade'), firstOf('pl_bmasse'))
  const groups = (isLarge ? ofLarge : ofSmall).map(({ heading, columns }) => ({
    heading,
    parameters: columns.flatMap(({ column, twin }) => {
      const parameter = parameterOf(rows, column, chosen)
      const other = twin === undefined ? undefined : parameterOf(rows, twin, chosen)
      if (parameter.values.length > 0)
        return [{ ...parameter, twin: other === undefined || other.values.length === 0 ? undefined : other }]
      return other === undefined || other.values.length === 0 ? [] : [{ ...other, twin: undefined }]
    }),
  }))
  const hasMass = groups.some(({ parameters }) =>
    parameters.some(({ column, isOfOtherRow }) => /^pl_bmass[ej]$/.test(column.name) && !isOfOtherRow),
  )
  const parameters = groups.flatMap((group) => group.parameters)
  const cautions = [
    ...planetCautions(rows, row, { hasDefaultFlag: hasDefaultFlag(manifest), hasMass }),
    ...(parameters.some(({ shown }) => shown?.isLimit)
      ? ['A value with < or > is an upper or lower limit, not a measurement.']
      : []),
    ...(marked !== undefined && parameters.some(({ isOfOtherRow }) => isOfOtherRow)
      ? [
          'If the default row has no value, the value of another reference is shown, with that reference named; such values may not be consistent with the others.',
        ]
      : []),
  ]
  return {
    name: String(row.pl_name),
    host: String(row.hostname),
    rows,
    chosen,
    hasDefault: marked !== undefined,
    row,
    groups: groups.filter(({ parameters }) => parameters.length > 0),
    cautions,
  }
}

/** The reference of a value: the value's own if the table has a reference for each value, otherwise the row's. */
export function planetReference(row: Row, column: string): Cell | undefined {
  return row[`${column}_reflink`] ?? row.pl_refname
}

const UNKNOWN_KIND = 'kind unknown'

/** The kind of the mass in `pl_bmass…` of a row if it is not a measured mass, otherwise undefined. */
export function massKind(row: Row): string | undefined {
  const kind = row.pl_bmassprov
  if (kind === 'Mass') return undefined
  if (kind === 'Msini') return M_SIN_I
  return typeof kind === 'string' ? kind : UNKNOWN_KIND
}

/** Labels for `pl_bmass…` of a row: for tables, and for places with little room. */
export function massLabel(row: Row): { readonly label: string; readonly short: string } {
  const kind = massKind(row)
  if (kind === M_SIN_I) return { label: `Minimum mass (${M_SIN_I})`, short: 'Minimum mass' }
  return kind === UNKNOWN_KIND
    ? { label: `Mass or ${M_SIN_I}`, short: `Mass or ${M_SIN_I}` }
    : { label: 'Mass', short: 'Mass' }
}
