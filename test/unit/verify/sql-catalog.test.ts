import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { quotedName } from '../../../src/core/text/sql-quoting.ts'
import { encodeValues } from '../../../src/formats/encode-values.ts'
import { csvLine, jsonRow, jsonText, SqlCatalog, type SqlValue } from '../../../src/verify/sql-catalog.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const NO_FACTS = { title: '', query: '', snapshotId: '', source: '' }
const text = fc.string({ unit: fc.constantFrom('a', 'é', '木', ' ', ',', '"', '\r', '\n', '\t', '\\', ';', "'") })
const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null))

test('a row is expected in CSV as the service writes it, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (values) => {
      const columns = values.map((_, at) => ({ name: `c${at}` }))
      const written = Buffer.from(encodeValues('csv', columns, [values], NO_FACTS)).toString()
      const header = `${columns.map(({ name }) => name).join(',')}\r\n`
      expect(written).toBe(`${header}${csvLine(values)}`)
    }),
  )
})

test('and in JSON with all digits of its integers', () => {
  expect(jsonRow(['a "b"', 'c', 'd'], ['x\n', 9_223_372_036_854_775_807n, null])).toBe(
    '{"a \\"b\\"":"x\\n","c":9223372036854775807,"d":null}',
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (values) => {
      const columns = values.map((_, at) => `c${at}`)
      expect(JSON.parse(jsonRow(columns, values))).toEqual(
        Object.fromEntries(columns.map((name, at) => [name, JSON.parse(jsonText(values[at]!))])),
      )
    }),
  )
})

test('a catalog is read as it is stored: integers with all digits, names that need quotes, no value as null', async () => {
  const path = join(await temporaryFolder(), 'catalog.sqlite')
  const name = 'a "b" [c]'
  const database = new Database(path)
  database.run(`CREATE TABLE t (${quotedName(name)} TEXT, n INTEGER, x REAL)`)
  database.run("INSERT INTO t VALUES ('one', 9223372036854775807, 0.1), (NULL, 2, NULL)")
  database.close()
  const catalog = new SqlCatalog(path)
  const rows: SqlValue[][] = [
    ['one', 9_223_372_036_854_775_807n, 0.1],
    [null, 2n, null],
  ]
  expect(catalog.rows('SELECT * FROM t ORDER BY rowid')).toEqual(rows)
  expect(catalog.result('SELECT * FROM t ORDER BY rowid')).toEqual({ columns: [name, 'n', 'x'], rows })
  expect(catalog.columns('t')).toEqual([
    { name, type: 'TEXT' },
    { name: 'n', type: 'INTEGER' },
    { name: 'x', type: 'REAL' },
  ])
  expect(catalog.value(`SELECT ${quotedName(name)} FROM t WHERE n = ?`, 2)).toBeNull()
  expect(catalog.value('SELECT n FROM t WHERE n = ?', 3)).toBeNull()
  catalog.close()
  expect(() => catalog.rows('SELECT 1')).toThrow()
})
