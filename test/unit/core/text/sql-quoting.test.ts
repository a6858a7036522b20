import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { quotedName, quotedText } from '../../../../src/core/text/sql-quoting.ts'

/** Text without U+0000, at which SQLite ends a statement. */
const text = fc
  .oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '"', '\\', ';', '-', '\n', 'a', 'é') }))
  .filter((value) => !value.includes('\0'))

test('SQLite reads quoted texts and names as they were', () => {
  const database = new Database(':memory:')
  fc.assert(
    fc.property(text, text, (value, name) => {
      const [row] = database.query(`SELECT ${quotedText(value)} AS ${quotedName(name)}`).all()
      expect(row).toEqual({ [name]: value })
    }),
  )
  database.close()
})
