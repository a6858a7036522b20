import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { csvExport } from '../../../../build/exports/export-csv.ts'
import { jsonExport, rowJson } from '../../../../build/exports/export-json.ts'
import { compressExport } from '../../../../build/workers/compress-export.ts'
import { inlineCompressPool, threadedCompressPool } from '../../../../build/workers/compress-pool.ts'
import type { SnapshotFacts } from '../../../../src/core/answers/snapshot.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'

const TABLE = makeTable('exoplanets', { pl_name: 'text', 'a,b': 'text', pl_rade: 'real', disc_year: 'integer' }, [
  ['A b', 'x "y"', 1.5, 2_010],
  ['A c', null, null, null],
  ['=B, b', 'z\n', -0.25, 9_007_199_254_740_993n],
])

test('rows are written as CSV: any of them, in any order, with a header', () => {
  const write = csvExport(TABLE)
  expect(write([])).toBe('pl_name,"a,b",pl_rade,disc_year\r\n')
  expect(write([2, 0])).toBe(
    'pl_name,"a,b",pl_rade,disc_year\r\n"=B, b","z\n",-0.25,9007199254740993\r\nA b,"x ""y""",1.5,2010\r\n',
  )
  expect(write([1])).toEndWith('\r\nA c,,,\r\n')
})

test('a row is written as JSON, with some columns in their order', () => {
  expect([0, 1].map(rowJson(TABLE))).toEqual([
    '{"pl_name":"A b","a,b":"x \\"y\\"","pl_rade":1.5,"disc_year":2010}',
    '{"pl_name":"A c","a,b":null,"pl_rade":null,"disc_year":null}',
  ])
  expect(rowJson(TABLE, [3, 0])(2)).toBe('{"disc_year":9007199254740993,"pl_name":"=B, b"}')
  expect(rowJson(TABLE, [])(0)).toBe('{}')
})

test('the JSON of a name has its rows, its planets if it is a host, the columns and the snapshot', () => {
  const facts = { id: 'x' } as unknown as SnapshotFacts
  const write = jsonExport(TABLE, facts)
  const planet = JSON.parse(write({ name: 'A "b"', rows: [0, 1] }))
  expect(planet).toMatchObject({ entity: 'exoplanet', name: 'A "b"', snapshot: { id: 'x' } })
  expect(Object.keys(planet)).toEqual(['entity', 'name', 'records', 'metadata', 'snapshot'])
  expect(planet.records).toHaveLength(2)
  expect(planet.metadata.map(({ name }: { name: string }) => name)).toEqual(['pl_name', 'a,b', 'pl_rade', 'disc_year'])
  const host = JSON.parse(write({ name: 'A', rows: [], planets: '[{"x":1}]' }))
  expect(Object.keys(host)).toEqual(['entity', 'name', 'records', 'planets', 'metadata', 'snapshot'])
  expect([host.records, host.planets]).toEqual([[], [{ x: 1 }]])
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
