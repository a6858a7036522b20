import { counted, ifAny, massProvenance, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { radiusOrigin } from '../parts/radius-origin.ts'
import { isChosen, isFlagged, isNamed, isUndisputed, showMeasured } from '../parts/sql-parts.ts'

export const circumbinaryPlanets: InsightDefinition = {
  slug: 'circumbinary-planets',
  title: 'Planets orbiting two stars',
  category: 'systems',
  kind: 'list',
  description: 'Planets that orbit both stars of a binary, in order of discovery.',
  limit: 100,
  rank: ['disc_year'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['cb_flag'] },
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_orbperlim',
      'pl_orbsmaxlim',
      'pl_radelim',
      'pl_bmassjlim',
      ...radiusOrigin('discoverymethod'),
    ],
  },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'pl_orbper',
    'pl_orbsmax',
    'pl_rade',
    'pl_bmassj',
    'pl_bmassprov',
    'discoverymethod',
    'disc_year',
  ),
  rules: (archive) => [isChosen(archive), ...isFlagged('cb_flag'), isNamed('pl_name'), isUndisputed(archive)],
  sql: (archive, rows) => `SELECT pl_name, hostname,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_orbsmax')},
  ${showMeasured(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_bmassj')},
  pl_bmassprov, discoverymethod, disc_year
FROM exoplanets${rows}
ORDER BY disc_year ASC NULLS LAST, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'As the archive flags them (cb_flag = 1).',
    ...['Microlensing', 'Pulsar Timing'].map((method) =>
      ifAny(
        rowsWith(facts, ({ discoverymethod }) => discoverymethod === method),
        (count) => `${counted(count, 'planet')} found by ${method} ${count === 1 ? 'is' : 'are'} included.`,
      ),
    ),
    massProvenance(facts, 'pl_bmassj'),
  ],
  whenEmpty: 'no planet is flagged as circumbinary (cb_flag = 1)',
}
