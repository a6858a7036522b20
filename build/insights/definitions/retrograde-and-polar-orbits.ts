import { ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { hasValue, isNamed, isNoLimit, isUndisputedInAllRows, showErrors, showMeasured } from '../parts/sql-parts.ts'

/** Angle in degrees above which an orbit is strongly misaligned. */
const MIN_MISALIGNMENT_DEG = '60'

/** An angle folded to 0..180 degrees: -100 and 260 are both 100 degrees away from alignment. */
const MISALIGNMENT = '180 - ABS(180 - mod(ABS(pl_projobliq), 360))'

export const retrogradeAndPolarOrbits: InsightDefinition = {
  slug: 'retrograde-and-polar-orbits',
  title: 'Strongly misaligned orbits',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with a projected obliquity of more than 60 degrees, most retrograde first.',
  limit: 50,
  rank: [MISALIGNMENT],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_projobliqlim',
      'pl_trueobliqlim',
      'pl_orbperlim',
      'st_tefflim',
      'rowupdate',
      'pl_refname',
    ],
  },
  columns: [
    ...shown(
      'exoplanets',
      'pl_name',
      'hostname',
      'pl_projobliq',
      'pl_projobliqerr1',
      'pl_projobliqerr2',
      'pl_trueobliq',
      'pl_orbper',
      'st_teff',
    ),
    {
      name: 'default_flag',
      type: 'integer',
      description: 'Whether the row is the default parameter set of its planet',
    },
  ],
  rules: (archive) => [
    isNamed('pl_name'),
    isUndisputedInAllRows(archive),
    hasValue('pl_projobliq'),
    isNoLimit(archive, 'pl_projobliq'),
  ],
  sql: (archive, rows) => {
    const has = (column: string) => archive.has('exoplanets', column)
    const isDefault = has('default_flag') ? 'COALESCE(default_flag, 0)' : '1'
    const order = [
      ...(has('default_flag') ? [`${isDefault} DESC`] : []),
      ...(has('rowupdate') ? ['rowupdate DESC NULLS LAST'] : []),
      ...(has('pl_refname') ? ['pl_refname ASC NULLS LAST'] : []),
      'rowid ASC',
    ]
    return `WITH rated AS (
  SELECT pl_name, hostname, pl_projobliq,
    ${showErrors(archive, 'pl_projobliq')},
    ${showMeasured(archive, 'pl_trueobliq')},
    ${showMeasured(archive, 'pl_orbper')},
    ${showMeasured(archive, 'st_teff')},
    ${isDefault} AS default_flag,
    ${MISALIGNMENT} AS misalignment,
    ROW_NUMBER() OVER (PARTITION BY pl_name ORDER BY ${order.join(', ')}) AS choice
  FROM exoplanets${rows}
)
SELECT pl_name, hostname, pl_projobliq, pl_projobliqerr1, pl_projobliqerr2, pl_trueobliq, pl_orbper, st_teff, default_flag
FROM rated
WHERE choice = 1
  AND misalignment > ${MIN_MISALIGNMENT_DEG}
ORDER BY misalignment DESC, pl_name ASC`
  },
  caveats: (facts) => [
    'One row per planet from all references that measure the angle: the default one if it does, else the latest updated. The angle is the projected one (lambda), and its sign convention varies between references.',
    ifAny(
      rowsWith(facts, ({ pl_projobliq }) => Math.abs(Number(pl_projobliq)) > 180),
      () => 'Angles beyond 180 degrees rank by their distance from alignment: 250 as 110.',
    ),
  ],
  whenEmpty: 'no planet has a projected obliquity of more than 60 degrees',
}
