import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openSqliteWriter } from '../../../../build/catalog/sqlite-insert.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

const cellsOf = (...names: readonly string[]) =>
  makeTable(
    'exoplanets',
    { pl_name: 'text', wide: 'integer' },
    names.map((name, row) => [name, row % 2 === 0 ? 2n ** 60n + 1n : row]),
  ).cells
const SQL = 'INSERT INTO t VALUES (?, ?)'

test('a row that SQLite refuses is an error, in its words', async () => {
  const { database, insertRows } = await openSqliteWriter('CREATE TABLE t (a TEXT UNIQUE, b INTEGER) STRICT', 0)
  expect(() => insertRows(SQL, 3, cellsOf('x', 'y', 'x'))).toThrow('SQLite: UNIQUE constraint failed: t.a')
  expect(() => insertRows('INSERT INTO nowhere VALUES (?, ?)', 1, cellsOf('x'))).toThrow('SQLite: no such table')
  database.close()
})

test('rows are told as they are written', async () => {
  const { database, insertRows } = await openSqliteWriter('CREATE TABLE t (a TEXT, b INTEGER) STRICT', 0)
  const told: number[] = []
  insertRows(SQL, 2_050, cellsOf(...Array.from({ length: 2_050 }, (_, row) => `n${row}`)), (row) => told.push(row))
  expect(told).toEqual([0, 1_024, 2_048])
  expect(database.exec('SELECT count(*), count(DISTINCT a), sum(b > 1000000) FROM t')[0]!.values).toEqual([
    [2_050, 2_050, 1_025],
  ])
  database.close()
})

test('tables that were filled leave nothing in the memory of SQLite', async () => {
  const { Instance } = WebAssembly
  let memory: WebAssembly.Memory | undefined
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args: [WebAssembly.Module, WebAssembly.Imports]) {
      const instance = new target(...args)
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
      return instance
    },
  })
  const writer = await openSqliteWriter('CREATE TABLE t (a TEXT, b INTEGER) STRICT', 0).finally(() => {
    WebAssembly.Instance = Instance
  })
  const { database, insertRows } = writer
  const fill = () => {
    insertRows(SQL, 1, cellsOf('x'.repeat(1_000_000)))
    database.exec('DELETE FROM t')
  }
  for (let round = 0; round < 5; round += 1) fill()
  const bytes = memory!.buffer.byteLength
  for (let round = 0; round < 40; round += 1) fill()
  expect(memory!.buffer.byteLength - bytes).toBeLessThan(8_000_000)
  database.close()
})

test.each([0, 20_000, 10_000_000])(
  'with room for %d bytes, the finished file is that of the database',
  async (room) => {
    const { database, insertRows, finish } = await openSqliteWriter('CREATE TABLE t (a TEXT, b INTEGER) STRICT', room)
    insertRows(SQL, 3_000, cellsOf(...Array.from({ length: 3_000 }, (_, row) => `n${row}`)))
    database.exec('CREATE INDEX by_name ON t (a)')
    const file = finish()
    const copy = Uint8Array.from(file)
    expect(Buffer.compare(file, database.export())).toBe(0)
    database.close()
    expect(Buffer.compare(file, copy)).toBe(0)
    // Not copied if it has the room.
    expect(file.buffer.byteLength === room).toBe(room === 10_000_000)
    using read = Database.deserialize(file)
    expect(read.query('SELECT count(*) AS rows, count(DISTINCT a) AS names FROM t').get()).toEqual({
      rows: 3_000,
      names: 3_000,
    })
  },
)
