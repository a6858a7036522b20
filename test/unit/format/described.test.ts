import { describe, expect, test } from 'bun:test'
import { columnInfo, companionsOf, valueColumns } from '../../../src/format/column.ts'
import { dataMediaType } from '../../../src/format/data-file.ts'
import {
  allSources,
  allTables,
  defaultColumnsIn,
  deserializeManifest,
  FORMAT_VERSION,
  filesOf,
  hasDefaultFlag,
  type Manifest,
  ManifestError,
  originOf,
  snapshotFacts,
} from '../../../src/format/manifest.ts'
import { nextRunRecord, readRunRecord } from '../../../src/format/run-record.ts'
import { mainTable, planetListColumns } from '../../../src/format/table.ts'
import { archiveName, tableAliases, tableTitle } from '../../../src/format/table-titles.ts'
import { FAKE_MANIFEST } from '../../fixtures/servers/fake-catalog.ts'

test('a column is described by what is known of it', () => {
  expect(columnInfo({ name: 'a', type: 'real' })).toEqual({ name: 'a', data_type: 'Float64' })
  expect(columnInfo({ name: 'a', type: 'integer', description: 'A.', unit: 'd', sourceDatatype: 'int' })).toEqual({
    name: 'a',
    data_type: 'Int64',
    description: 'A.',
    unit: 'd',
    source_datatype: 'int',
  })
  expect(valueColumns('pl_rade')).toEqual(['pl_rade', 'pl_radeerr1', 'pl_radeerr2', 'pl_radelim'])
  expect(companionsOf('pl_rade')).toBe(companionsOf('pl_rade'))
})

test('files of whole tables have their media types', () => {
  expect(['SHA256SUMS', 'ps.parquet', 'ps.csv.gz', 'catalog.sqlite.gz'].map(dataMediaType)).toEqual([
    'text/plain; charset=utf-8',
    'application/vnd.apache.parquet',
    'application/gzip',
    'application/gzip',
  ])
})

describe('tables', () => {
  test('have titles, and names of the archive', () => {
    expect(tableTitle('exoplanets')).toStartWith('Planetary Systems: one row per planet and reference')
    expect(tableTitle('ps', false)).toBe('Planetary Systems: confirmed planets')
    expect(tableTitle('stellarhosts', false)).toBe('Stellar Hosts: stars and systems with planets')
    expect([tableTitle('mine'), tableTitle('toString')]).toEqual(['mine', 'toString'])
    expect(['exoplanets', 'toi', 'constructor'].map(archiveName)).toEqual(['ps', 'toi', 'constructor'])
    expect(['exoplanets', 'toi'].map(tableAliases)).toEqual([['ps'], []])
  })

  test('that are not among the two are refused where one of these is meant', () => {
    expect(mainTable('stellarhosts')).toBe('stellarhosts')
    expect(() => mainTable('toi')).toThrow('"toi" is not one of the tables exoplanets and stellarhosts.')
  })

  test('list planets with the limit flags that they have', () => {
    const columns = ['pl_name', 'pl_rade', 'pl_radelim', 'disc_year'].map((name) => ({ name }))
    const defaultColumns = ['pl_name', 'disc_year', 'pl_rade']
    expect(planetListColumns({ columns, defaultColumns })).toEqual(['pl_name', 'disc_year', 'pl_rade', 'pl_radelim'])
  })
})

describe('a manifest', () => {
  const toi = { rows: 1, date: null, source: 'elsewhere', columns: [], keyColumns: ['toi'] }
  const manifest: Manifest = {
    ...FAKE_MANIFEST,
    furtherTables: { toi, cumulative: { ...toi, source: FAKE_MANIFEST.source } },
  }

  test('names its tables, the two first, and where each comes from', () => {
    expect([...allTables(manifest).keys()]).toEqual(['exoplanets', 'stellarhosts', 'toi', 'cumulative'])
    expect(originOf(manifest, 'toi')).toEqual({ date: null, source: 'elsewhere' })
    expect(originOf(manifest, 'exoplanets')).toEqual({ date: '2026-01-02', source: 'made up for tests' })
    expect(() => originOf(manifest, 'toString')).toThrow('is not one of the tables')
    expect(allSources(manifest)).toBe('made up for tests; elsewhere')
    expect(defaultColumnsIn(toi)).toEqual([])
    expect(defaultColumnsIn({ ...manifest.tables.exoplanets, defaultColumns: ['a'] })).toEqual(['a'])
    expect(hasDefaultFlag(manifest)).toBe(false)
    const columns = [{ name: 'default_flag', type: 'integer' as const }]
    expect(
      hasDefaultFlag({ tables: { ...manifest.tables, exoplanets: { ...manifest.tables.exoplanets, columns } } }),
    ).toBe(true)
  })

  test('names every file once', () => {
    let made = 0
    const ref = () => {
      made += 1
      return { path: String(made), bytes: 0, sha256: '' }
    }
    const files: Manifest['files'] = {
      catalog: ref(),
      pages: { exoplanets: ref(), stellarhosts: ref(), toi: ref() },
      statistics: { exoplanets: ref() },
      names: ref(),
      insightList: { ...ref(), omitted: [] },
      insights: { a: ref(), b: ref() },
      plotList: { ...ref(), omitted: [] },
      plots: { c: { rows: ref(), chart: ref() } },
      data: { 'ps.parquet': ref() },
      exports: { exoplanets: ref(), stellarhosts: ref() },
    }
    const paths = filesOf({ files }).map(({ path }) => Number(path))
    expect(paths.toSorted((a, b) => a - b)).toEqual(Array.from({ length: made }, (_, at) => at + 1))
    const history = ref()
    expect(filesOf({ files: { ...files, history } }).at(-1)).toBe(history)
  })

  test('gives the facts of a response, with the dates of the tables that it reads', () => {
    expect(snapshotFacts(manifest, ['exoplanets'])).toEqual({
      id: manifest.snapshotId,
      archive_date: '2026-01-02',
      table_dates: { exoplanets: '2026-01-02' },
      source: 'made up for tests',
    })
    expect(Object.keys(snapshotFacts(manifest).table_dates)).toEqual(['exoplanets', 'stellarhosts'])
  })

  test.each([
    ['{', 'cannot be read as JSON', false],
    ['[]', 'is not a JSON object', false],
    ['null', 'is not a JSON object', false],
    ['7', 'is not a JSON object', false],
    ['{}', `has format version none, but this program reads ${FORMAT_VERSION}`, false],
    ['{"formatVersion":"6"}', `has format version "6", but this program reads ${FORMAT_VERSION}`, false],
    [
      `{"formatVersion":${FORMAT_VERSION - 1}}`,
      `has format version ${FORMAT_VERSION - 1}, but this program reads ${FORMAT_VERSION}`,
      false,
    ],
    [
      `{"formatVersion":${FORMAT_VERSION + 1}}`,
      `has format version ${FORMAT_VERSION + 1}, but this program reads ${FORMAT_VERSION}`,
      true,
    ],
    [`{"formatVersion":${FORMAT_VERSION}}`, 'is damaged: its content is not that of its SHA-256', false],
  ])('%s is none', (text, message, isNewer) => {
    let fault: unknown
    try {
      deserializeManifest(text)
    } catch (error) {
      fault = error
    }
    expect(fault).toBeInstanceOf(ManifestError)
    expect(fault).toMatchObject({ message, isNewer })
  })
})

test('the record of runs keeps the last time of each result', () => {
  const [first, second] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-01-03T03:04:05Z')]
  const failed = nextRunRecord(undefined, 'failed', first, 'no space')
  expect(failed).toEqual({ result: 'failed', detail: 'no space', at: { failed: '2026-01-02T03:04:05.000Z' } })
  const published = nextRunRecord(failed, 'published', second, undefined)
  expect(published).toEqual({
    result: 'published',
    at: { failed: '2026-01-02T03:04:05.000Z', published: '2026-01-03T03:04:05.000Z' },
  })
  expect(readRunRecord(JSON.stringify(published))).toEqual(published)
  expect(readRunRecord('{"result":"published","at":{"published":7}}')).toBeUndefined()
  expect(readRunRecord(undefined)).toBeUndefined()
})
