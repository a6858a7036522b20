import { groupedDigits } from '../../../src/units/typeset-numbers.ts'
import type { ArchiveColumns } from '../../insights/parts/archive-columns.ts'
import { type Caveat, ifAny, massProvenance, type ResultFacts } from '../../insights/parts/caveats.ts'
import { shown } from '../../insights/parts/definition.ts'
import { isMassMeasured, isRadiusMeasured, radiusOrigin } from '../../insights/parts/radius-origin.ts'
import {
  isChosen,
  isNamed,
  isNoLimit,
  isPositive,
  isUndisputed,
  type Rule,
  showMeasured,
} from '../../insights/parts/sql-parts.ts'
import { ALL_OBJECTS, type PlotDefinition } from '../definition.ts'

/** The properties in which plots with one point per planet differ, by columns of the default row. */
export interface PlanetPlot extends Pick<PlotDefinition, 'slug' | 'title' | 'description' | 'recipe' | 'whenEmpty'> {
  /** Columns on axes that must be measured and above 0. */
  readonly positive: readonly string[]
  /** Columns on axes that can be 0. */
  readonly others?: readonly string[]
  /** Additional columns, for colors or for the table. */
  readonly also?: readonly string[]
  readonly more?: (archive: ArchiveColumns) => readonly Rule[]
  readonly note?: string
}

/** One point per planet that is not disputed and has measured values on both axes. */
export function planetPlot({ positive, others = [], also = [], more, note, ...rest }: PlanetPlot): PlotDefinition {
  const axes = [...positive, ...others]
  const columns = ['pl_name', ...axes, ...also]
  return {
    ...rest,
    limit: ALL_OBJECTS,
    reads: 'exoplanets',
    alsoNeeds: {},
    uses: {
      exoplanets: [
        'default_flag',
        'pl_controv_flag',
        ...[...axes, ...also].map((column) => `${column}lim`),
        ...(axes.includes('pl_rade') ? radiusOrigin(...columns) : []),
      ],
    },
    columns: shown('exoplanets', ...columns),
    rules: (archive) => [
      isChosen(archive),
      isNamed('pl_name'),
      isUndisputed(archive),
      ...positive.flatMap((column) => [isPositive(column), isNoLimit(archive, column)]),
      ...others.flatMap((column) => [
        { condition: `${column} IS NOT NULL`, reason: `no value (${column})` },
        isNoLimit(archive, column),
      ]),
      ...(axes.includes('pl_rade') ? [isRadiusMeasured(archive)] : []),
      ...(axes.includes('pl_bmasse') ? [isMassMeasured(archive)] : []),
      ...(more?.(archive) ?? []),
    ],
    sql: (
      archive,
      rows,
    ) => `SELECT ${['pl_name', ...axes, ...also.map((column) => showMeasured(archive, column))].join(', ')}
FROM exoplanets${rows}
ORDER BY pl_name ASC, rowid ASC`,
    caveats: (facts) => [
      'Surveys detect some kinds of planets more easily than others: the plot shows the known planets, not all planets.',
      note,
      columns.includes('pl_bmassprov') ? massProvenance(facts, 'pl_bmasse') : undefined,
      truncated(facts),
    ],
  }
}

function truncated({ data }: Pick<ResultFacts, 'data'>): Caveat {
  return ifAny(
    data.length === ALL_OBJECTS ? 1 : 0,
    () => `Only the first ${groupedDigits(ALL_OBJECTS)} planets by name are shown.`,
  )
}
