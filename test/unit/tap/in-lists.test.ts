import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { tokenize } from '../../../src/tap/adql/tokens.ts'
import { translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'

const condition = (text: string): string =>
  translateAdql(`select 1 from ps where ${text}`, SKY_TABLES).sql.replace(/^.* WHERE /s, '')

/** What an item of a list is in SQL where it stands alone, which is translated as any expression is. */
const alone = (column: string, item: string): string => condition(`${column} = ${item}`).replace(/^.* = |\)$/gs, '')

test('a list of texts or numbers has the items that comparisons with each have', () => {
  const number = fc.oneof(
    fc.nat().map(String),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('1.', '.5', '007', '1e3', '1.E-2', '9223372036854775807', '9223372036854775808', '1'.repeat(40)),
  )
  const text = fc
    .string({ unit: 'binary', maxLength: 8 })
    .filter((value) => !value.includes('\0') && value.isWellFormed())
  const quoted = text.map((value) => `'${value.replaceAll("'", "''")}'`)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.record({ column: fc.constant('ra'), items: fc.array(number, { minLength: 1, maxLength: 6 }) }),
        fc.record({ column: fc.constant('pl_name'), items: fc.array(quoted, { minLength: 1, maxLength: 6 }) }),
      ),
      fc.boolean(),
      ({ column, items }, isNegated) => {
        const not = isNegated ? 'not ' : ''
        const list = condition(`${column} ${not}in (${items.join(' ,')})`)
        const operand = condition(`${column} = 1`)
          .replace(/^\(| = .*$/gs, '')
          .replace(/^to_text\((.*)\)$/s, '$1')
        const sqls = items.map((item) => alone(column, item))
        expect(list).toBe(`(${operand} ${isNegated ? 'NOT ' : ''}IN (${sqls.join(', ')}))`)
      },
    ),
    { numRuns: 500 },
  )
})

test('what stands between tokens ends them, whatever kind of blank it is', () => {
  const blanks = ['', ' ', '\t', '\r\n', '\u00a0', '\u2003', '\ufeff', '/* , */', '-- ,\n']
  for (const blank of blanks) {
    const text = `(${blank}1${blank},${blank}.5${blank},${blank}'a'${blank},${blank}b)`
    expect(tokenize(text).map(({ value }) => value)).toEqual(['(', '1', ',', '.5', ',', 'a', ',', 'b', ')', ''])
  }
  expect(tokenize('a-1--b').map(({ value }) => value)).toEqual(['a', '-', '1', ''])
  expect(tokenize('1..5/2').map(({ value }) => value)).toEqual(['1.', '.5', '/', '2', ''])
})
