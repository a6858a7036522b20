import { expect, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { planInsight } from '../../../../build/insights/describe.ts'
import { knownArchive } from '../../../../build/insights/known-archive.ts'
import { readRows, runInsight } from '../../../../build/insights/run.ts'
import { insightArchive, insightTables, type PartialRow } from '../../../fixtures/archives/insight-archive.ts'
import { keepColumns, type PlainRow, plainArchive, type Tables } from '../../../fixtures/archives/plain-archive.ts'
import { catalogOf, DATES, differenceOf, openTables, recompute } from '../../../fixtures/insights/check-insight.ts'

/** The archive as a composite table: no row is the default one, and it may lack the references of its values. */
function composite(tables: Tables, hasReferences: boolean): Tables {
  const isKept = (name: string) => name !== 'default_flag' && (hasReferences || name !== 'pl_rade_reflink')
  return { ...tables, exoplanets: keepColumns(tables.exoplanets, isKept) }
}

/** Whether nothing says that the archive has calculated the radius. */
function isPublished(row: PlainRow, hasReferences: boolean): boolean {
  if (hasReferences) return !String(row.pl_rade_reflink).includes('CALCULATED_VALUE')
  const hasUncertainty = [row.pl_radeerr1, row.pl_radeerr2].some((error) => (error ?? 0) !== 0)
  return hasUncertainty || row.tran_flag === 1 || row.discoverymethod === 'Transit'
}

test.each([true, false])('calculated radii count as none (references of values: %p)', async (hasReferences) => {
  const tables = composite(insightArchive(7), hasReferences)
  const plain = plainArchive(tables)
  const exoplanets = plain.exoplanets.map((row) =>
    isPublished(row, hasReferences) ? row : { ...row, pl_rade: null, pl_radj: null },
  )
  expect(exoplanets).not.toEqual([...plain.exoplanets])
  const database = await openTables(tables)
  try {
    for (const definition of INSIGHTS) {
      const data = readRows(database, planInsight(definition, catalogOf(tables), true))
      const difference = differenceOf(data, recompute(definition.slug, { ...plain, exoplanets }))
      expect({ slug: definition.slug, difference }).toEqual({ slug: definition.slug, difference: undefined })
    }
  } finally {
    database.close()
  }
})

/** What an insight says of an archive, which it takes for what it is. */
async function resultOf(slug: string, planets: readonly PartialRow[], columns: (name: string) => boolean) {
  const all = insightTables(
    planets.map((planet, index) => ({ pl_name: `P ${index}`, hostname: 'Host', ...planet })),
    [{ hostname: 'Host' }],
  )
  const tables = { ...all, exoplanets: keepColumns(all.exoplanets, columns) }
  const database = await openTables(tables)
  try {
    const { known, facts, isComposite } = knownArchive(database, catalogOf(tables), DATES)
    const definition = INSIGHTS.find((insight) => insight.slug === slug)!
    return runInsight(database, planInsight(definition, known, isComposite), facts)
  } finally {
    database.close()
  }
}

const PLANETS = [
  { pl_rade: 0.3, discoverymethod: 'Radial Velocity', pl_bmassprov: 'Msini' },
  { pl_rade: 0.4, discoverymethod: 'Transit', pl_bmassprov: 'M-R relationship', pl_bmassj: 1 },
  { pl_rade: 0.5, pl_radeerr1: 0.1, pl_radeerr2: -0.1, discoverymethod: 'Imaging', pl_bmassprov: 'Mass' },
]
const COMPOSITE = 'exoplanets is a composite table here'

test('a table without default rows that has masses by a mass-radius relationship is composite, and says so', async () => {
  const without = (name: string) => name !== 'default_flag' && name !== 'pl_rade_reflink'
  const { data, left_out, meta } = await resultOf('smallest-exoplanets-radius', PLANETS, without)
  expect(data.map(({ pl_rade }) => pl_rade)).toEqual([0.4, 0.5])
  expect(left_out?.map(({ rows, reason }) => [rows, reason.slice(0, 33)])).toEqual([
    [1, 'radius without uncertainty and no'],
  ])
  expect(meta.caveats).toContain(COMPOSITE)
  const largest = await resultOf('largest-exoplanets-radius', PLANETS, without)
  expect(largest.meta.caveats).toContain('1 M-R relationship (predicted from the radius, not measured)')
  // Counts of discoveries rest on no value that could be calculated.
  expect((await resultOf('discovery-methods', PLANETS, without)).meta.caveats).not.toContain(COMPOSITE)
})

test('a radius that is shown beside other values is null where it is calculated, and the caveats count it', async () => {
  const planets = PLANETS.map((planet) => ({ ...planet, pl_orbper: 0.5 }))
  const { data, meta } = await resultOf('ultra-short-period-planets', planets, (name) => name !== 'default_flag')
  expect(data.map(({ pl_rade }) => pl_rade)).toEqual([0.3, 0.4, 0.5])
  const calculated = planets.map((planet) => ({ ...planet, pl_rade_reflink: 'refstr=CALCULATED_VALUE' }))
  const other = await resultOf('ultra-short-period-planets', calculated, (name) => name !== 'default_flag')
  expect(other.data.map(({ pl_rade }) => pl_rade)).toEqual([null, null, null])
  expect(meta.caveats).not.toContain('radii that are not measured')
  expect(other.meta.caveats).toContain(
    'Values that are only upper or lower limits, and radii that are not measured, are shown as null: 3 pl_rade.',
  )
})

test('a table of references is not composite, whatever its rows lack', async () => {
  const rows = PLANETS.slice(0, 1).map((planet) => ({ ...planet, default_flag: 1 }))
  const columns = [() => true, (name: string) => name !== 'default_flag' && name !== 'pl_rade_reflink']
  for (const isKept of columns) {
    const { data, meta } = await resultOf('smallest-exoplanets-radius', rows, isKept)
    expect(data).toHaveLength(1)
    expect(meta.caveats).not.toContain(COMPOSITE)
  }
})
