import { expect, test } from 'bun:test'
import { intendedKeyword, misspelledKeyword } from '../../../../src/sql/guard/misspelled-keyword.ts'
import { tokenize } from '../../../../src/sql/guard/tokens.ts'

test.each<[fault: string, ...words: (readonly [string, string])[]]>([
  [
    'a missing letter',
    ['SELCT', 'SELECT'],
    ['JON', 'JOIN'],
    ['havin', 'HAVING'],
    ['LIMT', 'LIMIT'],
    ['BETWEN', 'BETWEEN'],
  ],
  ['a letter too many', ['wheere', 'WHERE'], ['DISTINCTS', 'DISTINCT']],
  ['a wrong letter', ['Grpup', 'GROUP'], ['OPDER', 'ORDER']],
  ['two swapped letters', ['FORM', 'FROM'], ['UNOIN', 'UNION'], ['ODRER', 'ORDER']],
])('a keyword is found in spite of %s', (_fault, ...words) => {
  for (const [written, keyword] of words) expect([written, intendedKeyword(written)]).toEqual([written, keyword])
})

test.each([
  ['a keyword itself, in any case', 'select'],
  ['two wrong letters', 'FRUB'],
  ['swapped letters and one more', 'FORMA'],
  ['a word of two letters', 'JN'],
  ['no word', ''],
])('%s is no misspelled keyword', (_case, word) => {
  expect(intendedKeyword(word)).toBeUndefined()
})

const found = (sql: string, position: number | undefined) => misspelledKeyword(tokenize(sql), position)

test('the word at the place of the error is looked at, and the one before it, which comes first', () => {
  expect(found('SELECT 1 FORM t WHRE 1', 16)).toEqual({
    advice: 'Did you mean WHERE in place of "WHRE"?',
    position: 16,
  })
  expect(found('SELECT 1 form t', 14)).toEqual({ advice: 'Did you mean FROM in place of "form"?', position: 9 })
  expect(found('SELECT 1 form whre', 14)).toEqual({ advice: 'Did you mean FROM in place of "form"?', position: 9 })
  expect(found('FORM', 0)).toEqual({ advice: 'Did you mean FROM in place of "FORM"?', position: 0 })
})

test('other words of the text are not', () => {
  expect(found('SELECT 1 FORM t, u', 17)).toBeUndefined()
  expect(found('SELECT 1, FORM', 7)).toBeUndefined()
  expect(found('SELECT "FORM" t', 14)).toBeUndefined()
  expect(found('SELECT 1 FORM t', undefined)).toBeUndefined()
})
