import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countRepeats } from '../../../../build/table/count-repeats.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

const row = fc.tuple(
  fc.constantFrom('a', 'b', null),
  fc.constantFrom(0, 1.5, -1.5, 1e300, null),
  fc.constantFrom(1n, 9007199254740993n, 9007199254740992n, -9007199254740993n, null),
)

test('as many rows are repeats as SQL counts beyond the distinct ones', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
      const table = makeTable('stellarhosts', { hostname: 'text', x: 'real', n: 'integer' }, rows)
      using database = new Database(':memory:')
      database.run('CREATE TABLE t (a TEXT, b REAL, c INTEGER)')
      for (const cells of rows) database.run('INSERT INTO t VALUES (?, ?, ?)', [...cells])
      const sql = 'SELECT (SELECT count(*) FROM t) - (SELECT count(*) FROM (SELECT DISTINCT * FROM t)) AS repeats'
      expect(countRepeats(table)).toBe(database.query<{ repeats: number }, []>(sql).get()!.repeats)
    }),
  )
})
