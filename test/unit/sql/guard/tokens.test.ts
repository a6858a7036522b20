import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { nameOf, tokenize } from '../../../../src/sql/guard/tokens.ts'

test('a text is split as SQLite splits it', () => {
  const tokens = tokenize(
    `SELECT "a""b", [c d], \`e\`, 'it''s', x'0F', .5, 1e-3, 0x1F, ?1, :p, $q FROM t -- end\n WHERE a->>'b' <> 1 /* c */;`,
  )
  expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'word SELECT',
    'quoted "a""b"',
    'symbol ,',
    'quoted [c d]',
    'symbol ,',
    'quoted `e`',
    'symbol ,',
    "string 'it''s'",
    'symbol ,',
    "blob x'0F'",
    'symbol ,',
    'number .5',
    'symbol ,',
    'number 1e-3',
    'symbol ,',
    'number 0x1F',
    'symbol ,',
    'variable ?1',
    'symbol ,',
    'variable :p',
    'symbol ,',
    'variable $q',
    'word FROM',
    'word t',
    'word WHERE',
    'word a',
    'symbol ->>',
    "string 'b'",
    'symbol <>',
    'number 1',
    'symbol ;',
  ])
})

test('a quoted name stands for what is between its quotes', () => {
  const names = tokenize('"a""b" [c d] `e``f` plain').map(nameOf)
  expect(names).toEqual(['a"b', 'c d', 'e`f', 'plain'])
})

test('what is never closed takes the rest of the text, in one token', () => {
  for (const open of ["'", '"', '`', '[']) {
    expect(tokenize(`SELECT ${open}a; b`).map(({ kind }) => kind)).toEqual(['word', 'illegal'])
    expect(tokenize(open.repeat(2001)).length).toBeLessThan(2002)
  }
  expect(tokenize('SELECT 1 /* a; b')).toHaveLength(2)
})

test('tokens never overlap, and leave out white space and comments only', () => {
  const pieces = [
    'SELECT',
    ' ',
    "'",
    '"',
    '[',
    ']',
    '`',
    '--',
    '\n',
    '/*',
    '*/',
    ';',
    'x',
    '1',
    '.',
    '::',
    '?',
    'ä',
    '\uFEFF',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      const sql = parts.join('')
      let at = 0
      for (const { start, end, text } of tokenize(sql)) {
        expect(sql.slice(at, start)).toMatch(/^(?:[ \n\uFEFF]|--[^\n]*|\/\*[\s\S]*?\*\/)*$/)
        expect(sql.slice(start, end)).toBe(text)
        expect(end).toBeGreaterThan(start)
        at = end
      }
      expect(sql.slice(at)).toMatch(/^(?:[ \n\uFEFF]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*$/)
    }),
  )
})
