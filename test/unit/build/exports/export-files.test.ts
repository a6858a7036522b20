import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { csvExport } from '../../../../build/exports/export-csv.ts'
import { jsonExport } from '../../../../build/exports/export-json.ts'
import { compressExport } from '../../../../build/workers/compress-export.ts'
import { inlineCompressPool, threadedCompressPool } from '../../../../build/workers/compress-pool.ts'
import type { SnapshotFacts } from '../../../../src/core/answers/snapshot.ts'
import { createJsonRowWriter } from '../../../../src/core/row-writers/json-row-writer.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'

const TABLE = makeTable('exoplanets', { pl_name: 'text', 'a,b': 'text', pl_rade: 'real', disc_year: 'integer' }, [
  ['A b', 'x "y"', 1.5, 2_010],
  ['A c', null, null, null],
  ['=B, b', 'z\n', -0.25, 9_007_199_254_740_993n],
])

const PAGES = pagesOf(TABLE)
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

test('rows are written as CSV: any of them, in any order, with a header', () => {
  const write = csvExport(PAGES, TABLE.columns)
  expect(text(write(Uint32Array.of()))).toBe('pl_name,"a,b",pl_rade,disc_year\r\n')
  expect(text(write(Uint32Array.of(2, 0)))).toBe(
    'pl_name,"a,b",pl_rade,disc_year\r\n"=B, b","z\n",-0.25,9007199254740993\r\nA b,"x ""y""",1.5,2010\r\n',
  )
  expect(text(write(Uint32Array.of(1)))).toEndWith('\r\nA c,,,\r\n')
})

test('a table of names alone is written as CSV, too', () => {
  const hosts = makeTable('stellarhosts', { hostname: 'text' }, [['a'], ['b, "c"']])
  expect(text(csvExport(pagesOf(hosts), hosts.columns)(Uint32Array.of(1, 0)))).toBe('hostname\r\n"b, ""c"""\r\na\r\n')
})

test('a file has memory of its own, which the next one does not change', () => {
  const write = csvExport(PAGES, TABLE.columns)
  const first = write(Uint32Array.of(1))
  const second = write(Uint32Array.of(0))
  expect(text(first)).toEndWith('\r\nA c,,,\r\n')
  expect(first.buffer).not.toBe(second.buffer)
})

test('the JSON of a name has its rows, its planets if it is a host, the columns and the snapshot', () => {
  const facts = { id: 'x' } as unknown as SnapshotFacts
  const write = jsonExport(PAGES, TABLE.columns, facts)
  const rowsOf = (...rows: number[]) => ({ rows: Uint32Array.from(rows) })
  const planet = text(write({ name: 'A "b"', ...rowsOf(0, 1) }))
  expect(planet).toStartWith(
    '{"entity":"exoplanet","name":"A \\"b\\"","records":[' +
      '{"pl_name":"A b","a,b":"x \\"y\\"","pl_rade":1.5,"disc_year":2010},' +
      '{"pl_name":"A c","a,b":null,"pl_rade":null,"disc_year":null}],"metadata":[{',
  )
  const parsed = JSON.parse(planet)
  expect(parsed).toMatchObject({ entity: 'exoplanet', name: 'A "b"', snapshot: { id: 'x' } })
  expect(Object.keys(parsed)).toEqual(['entity', 'name', 'records', 'metadata', 'snapshot'])
  expect(parsed.metadata.map(({ name }: { name: string }) => name)).toEqual(['pl_name', 'a,b', 'pl_rade', 'disc_year'])
  expect(text(write({ name: 'B', ...rowsOf(2) }))).toContain('"disc_year":9007199254740993}],"metadata"')
  const planets = createJsonRowWriter(PAGES).withColumns(['disc_year', 'pl_name'])
  const host = JSON.parse(text(write({ name: 'A', ...rowsOf(), planets: planets.array(Uint32Array.of(1, 0)) })))
  expect(Object.keys(host)).toEqual(['entity', 'name', 'records', 'planets', 'metadata', 'snapshot'])
  expect([host.records, host.planets]).toEqual([
    [],
    [
      { disc_year: null, pl_name: 'A c' },
      { disc_year: 2010, pl_name: 'A b' },
    ],
  ])
  expect(text(write({ name: 'A', ...rowsOf(), planets: planets.array(Uint32Array.of()) }))).toContain('"planets":[],"m')
})

const textsOf = (count: number): Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: count }, (_, at) => new TextEncoder().encode(`${at}`.repeat(1_000)))

test('files are compressed alone, and into memory of their size', () => {
  const { identityBytes, gzip } = compressExport(textsOf(1)[0]!)
  expect(identityBytes).toBe(1_000)
  expect(gunzipSync(gzip).toString()).toBe('0'.repeat(1_000))
  expect(gzip.buffer.byteLength).toBe(gzip.byteLength)
})

test('threads compress as the calling thread does, in the order of each batch, and end with their pool', async () => {
  using workers = watchWorkers()
  const inline = inlineCompressPool()
  const threaded = threadedCompressPool(2)
  expect([inline.slots, threaded.slots]).toEqual([1, 4])
  try {
    const batches = [3, 1, 5, 2, 4]
    const results = await Promise.all(batches.map((count) => threaded.compress(textsOf(count))))
    for (const [at, count] of batches.entries()) expect(results[at]!).toEqual(await inline.compress(textsOf(count)))
  } finally {
    threaded.close()
  }
  expect([workers.started, workers.running()]).toEqual([2, []])
})
