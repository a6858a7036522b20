import { massProvenance } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, showMeasured, within } from '../parts/sql-parts.ts'

export const controversialPlanets: InsightDefinition = {
  slug: 'controversial-planets',
  title: 'Planets flagged controversial',
  category: 'provenance',
  kind: 'list',
  description: 'Planets whose confirmation the archive marks as disputed, the latest discoveries first.',
  limit: 100,
  rank: ['disc_year'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_controv_flag'] },
  uses: { exoplanets: ['default_flag', 'pl_orbperlim', 'pl_bmassjlim'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'discoverymethod',
    'disc_year',
    'disc_facility',
    'pl_orbper',
    'pl_bmassj',
    'pl_bmassprov',
  ),
  rules: (archive) => [isChosen(archive), within('pl_controv_flag = 1'), isNamed('pl_name')],
  sql: (archive, rows) => `SELECT pl_name, hostname, discoverymethod, disc_year, disc_facility,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_bmassj')},
  pl_bmassprov
FROM exoplanets${rows}
ORDER BY disc_year DESC NULLS LAST, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'These planets are left out of all other rankings, lists and histograms, but counts of discoveries include them. The archive lists retracted planets elsewhere, so this is not a list of retractions.',
    massProvenance(facts, 'pl_bmassj'),
  ],
  whenEmpty: 'no planet is flagged as controversial (pl_controv_flag = 1)',
}
