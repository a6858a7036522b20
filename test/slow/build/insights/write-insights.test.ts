import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { openQueryTables, queriedTables } from '../../../../build/insights/query-tables.ts'
import { type WrittenInsights, writeInsights } from '../../../../build/insights/write-insights.ts'
import { type ArchiveTable, NULL_CODE } from '../../../../build/table/archive-table.ts'
import { type InsightDescriptor, insightResultSchema } from '../../../../src/core/answers/insight.ts'
import type { FileRef } from '../../../../src/format/manifest.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'
import { keepColumns, type Tables } from '../../../fixtures/archives/plain-archive.ts'
import { askedColumns, catalogOf, DATES, differenceOf } from '../../../fixtures/insights/check-insight.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exoplanet-insights-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(tables: Tables, name: string): Promise<WrittenInsights & { dataDir: string; lines: string[] }> {
  const dataDir = join(folder, name)
  const lines: string[] = []
  const effects = { log: (line: string) => lines.push(line), progress: () => {}, nowMs: () => 0 }
  const database = await openQueryTables(queriedTables(tables, INSIGHTS))
  try {
    const written = await writeInsights({ database, columns: catalogOf(tables), dates: DATES, dataDir, effects })
    return { ...written, dataDir, lines }
  } finally {
    database.close()
  }
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** The table with every planet named after its row, but for two rows without a name. */
function oneRowEach(table: ArchiveTable): ArchiveTable {
  const values = Array.from({ length: table.rows }, (_, row) => `Planet ${row}`)
  const at = table.columns.findIndex(({ name }) => name === 'pl_name')
  const codes = Uint32Array.from(values.keys(), (row) => (row < 2 ? NULL_CODE : row))
  return { ...table, cells: table.cells.with(at, { kind: 'text', codes, values }) }
}

async function readRef(dataDir: string, ref: FileRef): Promise<Uint8Array> {
  const bytes = await Bun.file(join(dataDir, ref.path)).bytes()
  expect({ bytes: bytes.byteLength, sha256: sha256(bytes) }).toEqual({ bytes: ref.bytes, sha256: ref.sha256 })
  return bytes
}

describe('an archive with every column', () => {
  test('gives one file per insight and one of all descriptors, in the order of the list', async () => {
    const { list, insights, dataDir, lines } = await write(insightArchive(41), 'all')
    expect(Object.keys(insights)).toEqual(INSIGHTS.map(({ slug }) => slug))
    expect(list.omitted).toEqual([])
    expect(lines).toEqual([])
    const descriptors = JSON.parse(new TextDecoder().decode(await readRef(dataDir, list)))
    expect(descriptors).toHaveLength(INSIGHTS.length)
    for (const descriptor of descriptors) {
      const text = new TextDecoder().decode(await readRef(dataDir, insights[descriptor.slug]!))
      const result = JSON.parse(text)
      expect(() => insightResultSchema.parse(result)).not.toThrow()
      const { left_out: _leftOut, ...counted } = result
      expect(Object.keys(counted)).toEqual(['meta', 'data', 'rows', 'columns', 'total', 'truncated'])
      expect(result.truncated).toBe(result.total > result.rows)
      expect(result.meta).toEqual(descriptor)
      expect(result.rows).toBe(result.data.length)
      expect(result.rows).toBeLessThanOrEqual(descriptor.limit)
      expect(result.columns).toEqual(descriptor.columns.map(({ name }: { name: string }) => name))
      for (const row of result.data) expect(Object.keys(row)).toEqual(result.columns)
    }
    expect(await readdir(join(dataDir, 'insights'))).toHaveLength(INSIGHTS.length + 1)
  })

  test('gives the same bytes every time', async () => {
    const [first, second] = [await write(insightArchive(42), 'first'), await write(insightArchive(42), 'second')]
    expect(second.list).toEqual(first.list)
    expect(second.insights).toEqual(first.insights)
  })
})

test('an insight whose columns the archive lacks is left out of list and files, and one line says why', async () => {
  const { exoplanets, stellarhosts } = insightArchive(43)
  const lacking = ['cb_flag', 'pl_projobliq', 'pl_trueobliq', 'pl_radelim']
  const tables = { exoplanets: keepColumns(exoplanets, (name) => !lacking.includes(name)), stellarhosts }
  const { list, insights, dataDir, lines } = await write(tables, 'lacking')
  expect(list.omitted).toEqual([
    { slug: 'circumbinary-planets', reasons: ['exoplanets.cb_flag is missing'] },
    {
      slug: 'retrograde-and-polar-orbits',
      reasons: ['exoplanets.pl_projobliq is missing', 'exoplanets.pl_trueobliq is missing'],
    },
  ])
  expect(lines).toEqual([
    'insight circumbinary-planets omitted: exoplanets.cb_flag is missing',
    'insight retrograde-and-polar-orbits omitted: exoplanets.pl_projobliq is missing, exoplanets.pl_trueobliq is missing',
  ])
  const remaining = INSIGHTS.map(({ slug }) => slug).filter(
    (slug) => !list.omitted.some((other) => other.slug === slug),
  )
  expect(Object.keys(insights)).toEqual(remaining)
  const descriptors = JSON.parse(new TextDecoder().decode(await readRef(dataDir, list)))
  expect(descriptors.map(({ slug }: { slug: string }) => slug)).toEqual(remaining)
})

test('a flag or limit that is text leaves out what would take account of it; one without values counts as absent', async () => {
  const { exoplanets, stellarhosts } = insightArchive(46)
  const asText = (name: string, value: (row: number) => string | null): Tables => {
    const at = exoplanets.columns.findIndex((column) => column.name === name)
    const values = [...new Set(Array.from({ length: exoplanets.rows }, (_, row) => value(row)))].filter(
      (v) => v !== null,
    )
    const codes = Uint32Array.from({ length: exoplanets.rows }, (_, row) => {
      const text = value(row)
      return text === null ? NULL_CODE : values.indexOf(text)
    })
    const columns = exoplanets.columns.with(at, { name, type: 'text' })
    return {
      exoplanets: { ...exoplanets, columns, cells: exoplanets.cells.with(at, { kind: 'text', codes, values }) },
      stellarhosts,
    }
  }
  for (const name of ['default_flag', 'pl_controv_flag', 'pl_eqtlim']) {
    const concerned = INSIGHTS.filter((insight) => askedColumns(insight, 'exoplanets').includes(name)).map(
      ({ slug }) => slug,
    )
    const { insights, list, lines } = await write(
      asText(name, (row) => (row === 3 ? '?' : '0')),
      `text-${name}`,
    )
    expect(list.omitted.map(({ slug }) => slug)).toEqual(concerned)
    expect(lines).toEqual(concerned.map((slug) => `insight ${slug} omitted: exoplanets.${name} is text`))
    expect(Object.keys(insights)).toHaveLength(INSIGHTS.length - concerned.length)
  }
  const empty = await write(
    asText('pl_eqtlim', () => null),
    'empty-pl_eqtlim',
  )
  expect(empty.list.omitted).toEqual([])
})

test('where the archive marks no default reference and names repeat, the caveats say that every row counts', async () => {
  const { exoplanets, stellarhosts } = insightArchive(45)
  const unmarked = keepColumns(exoplanets, (name) => name !== 'default_flag')
  const caveatsOf = async (planets: ArchiveTable, name: string) => {
    const { list, dataDir } = await write({ exoplanets: planets, stellarhosts }, name)
    const descriptors: InsightDescriptor[] = JSON.parse(new TextDecoder().decode(await readRef(dataDir, list)))
    return new Map(descriptors.map(({ slug, caveats }) => [slug, caveats]))
  }
  const [caveats, unique] = [await caveatsOf(unmarked, 'unmarked'), await caveatsOf(oneRowEach(unmarked), 'unique')]
  const sentence = 'marks none of them as the default: every row is used'
  const end = (slug: string) => caveats.get(slug)!.split(sentence)[1]
  for (const { slug, uses } of INSIGHTS) {
    const reads = uses.exoplanets?.includes('default_flag') === true
    expect({ slug, says: end(slug) !== undefined }).toEqual({ slug, says: reads })
    expect(unique.get(slug)).not.toContain(sentence)
  }
  // What becomes of a planet of several rows: it is listed for each, is counted once, or has one row by the insight's own choice.
  expect(end('nearest-planets')).toBe(', so some of the planets shown appear several times.')
  expect(end('discovery-methods')).toBe(', but a planet counts once in each row of the result.')
  expect(end('brightest-transit-hosts')).toBe(', but a planet counts once in each row of the result.')
  expect(end('retrograde-and-polar-orbits')).toBe('.')
  expect(end('near-resonant-pairs')).toBe('.')
})

test('a default_flag that no row has a value of chooses as little as one that is absent', async () => {
  const { exoplanets, stellarhosts } = insightArchive(45)
  const at = exoplanets.columns.findIndex(({ name }) => name === 'default_flag')
  const none = { kind: 'integer', values: new Float64Array(exoplanets.rows).fill(Number.NaN), wide: new Map() } as const
  const idle = { ...exoplanets, cells: exoplanets.cells.with(at, none) }
  const absent = keepColumns(exoplanets, (name) => name !== 'default_flag')
  const [withIdle, without] = [
    await write({ exoplanets: idle, stellarhosts }, 'idle-choice'),
    await write({ exoplanets: absent, stellarhosts }, 'no-choice'),
  ]
  expect(withIdle.insights).toEqual(without.insights)
  expect(withIdle.list).toEqual(without.list)
})

test('an archive with no column but the required names gives an empty list', async () => {
  const { exoplanets, stellarhosts } = insightArchive(44)
  const names = (name: string) => ['pl_name', 'hostname'].includes(name)
  const tables = { exoplanets: keepColumns(exoplanets, names), stellarhosts: keepColumns(stellarhosts, names) }
  const { list, insights, dataDir } = await write(tables, 'names')
  expect(new TextDecoder().decode(await readRef(dataDir, list))).toBe('[]')
  expect(insights).toEqual({})
  expect(list.omitted).toHaveLength(INSIGHTS.length)
})

test('rows that differ are told apart by the comparison that the recomputations rest on', () => {
  expect(differenceOf([{ a: 1 }], [{ a: 1 }])).toBeUndefined()
  expect(differenceOf([{ a: 1 }], [])).toContain('1 rows instead of 0')
  expect(differenceOf([{ a: 1 }], [{ b: 1 }])).toContain('row 0 has a instead of b')
  expect(differenceOf([{ a: 1 }], [{ a: 1.000001 }])).toContain('row 0, a')
  expect(differenceOf([{ a: null }], [{ a: 0 }])).toContain('row 0, a')
})
