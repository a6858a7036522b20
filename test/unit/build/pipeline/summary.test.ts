import { expect, test } from 'bun:test'
import { summaryLines } from '../../../../build/pipeline/summary.ts'
import type { FileRef, Manifest } from '../../../../src/format/manifest.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const file = (bytes: number): FileRef => ({ path: 'x', bytes, sha256: '' })
const columns = ['pl_name', 'pl_rade'].map((name) => ({ name, type: 'real' as const }))
const facts = { columns, defaultColumns: [], date: '2026-01-02' }
const toi = { rows: 2, date: null, columns: [], source: 'elsewhere', keyColumns: [] }
const MANIFEST: Manifest = {
  ...FAKE_MANIFEST,
  tables: {
    exoplanets: { ...facts, rows: 4_000, names: 1_500, hosts: 1_200, hostsNotInOther: 3 },
    stellarhosts: { ...facts, rows: 5_000, names: 4_400, hosts: 4_400, hostsNotInOther: 3_203 },
  },
  furtherTables: { toi },
  files: {
    ...FAKE_MANIFEST.files,
    catalog: file(10_000_000),
    pages: { exoplanets: file(2_000_000), stellarhosts: file(1_000_000), toi: file(500_000) },
    insightList: { ...file(1_000), omitted: [] },
    insights: { a: file(2_000), b: file(3_000) },
    exports: { exoplanets: file(400), stellarhosts: file(500) },
  },
}

test('a build is told by its tables, its remarks, its hosts, its sizes and its time', () => {
  const exoplanets = makeTable('exoplanets', { pl_name: 'text', pl_rade: 'real', year: 'integer' }, [
    ['a', 1, null],
    [null, null, 2000],
  ])
  const stellarhosts = makeTable('stellarhosts', { hostname: 'text' }, [['A'], ['B'], [null]])
  const further = [{ ...makeTable('exoplanets', { toi: 'real', tid: 'integer' }, [[1, 2], [3, 4]]), name: 'toi' }] // biome-ignore format: rows
  const tables = { exoplanets, stellarhosts }
  expect(summaryLines({ manifest: MANIFEST, tables, further, remarks: ['a remark'] }, 61_250)).toEqual([
    'exoplanets: 4,000 rows, 2 columns, 1,500 planets, 50.0 % null',
    'stellarhosts: 5,000 rows, 2 columns, 4,400 hosts, 33.3 % null',
    'toi: 2 rows, 2 columns, 0.0 % null, date unknown',
    'a remark',
    'hosts of exoplanets not in stellarhosts: 3 of 1,200, hosts of stellarhosts without a planet in exoplanets: 3,203 of 4,400',
    'catalog 10.0 MB, pages 3.5 MB, 2 insights 6.0 kB, exports 900 B',
    expect.stringMatching(/^snapshot 0123456789abcdef, .*2026-01-02.*, built in 61\.3 s$/),
  ])
})
