import { expect, test } from 'bun:test'
import { explainUnknownColumn } from '../../../../src/sql/guard/explain-refusal.ts'
import { UnknownColumn } from '../../../../src/sql/guard/refusals.ts'

const COLUMNS = new Map([
  ['exoplanets', ['pl_name', 'hostname', 'pl_rade', 'pl_radj']],
  ['stellarhosts', ['hostname', 'st_teff']],
  ['toi', ['toi', 'tid']],
])
const HELP = { position: 7 }

/** What is said of a column that the text does not have, instead of the message without an explanation. */
async function explained(sql: string, written: string, advice = '') {
  const explanation = await explainUnknownColumn(new UnknownColumn(written, 'plain', advice, HELP), sql, COLUMNS)
  if (explanation === undefined) return undefined
  const { suggestions, ...help } = explanation.help
  expect(help).toEqual(HELP)
  return [explanation.message, suggestions]
}

test.each<[sql: string, written: string, message: string, suggestions: readonly string[]]>([
  [
    'SELECT x.pl_name FROM exoplanets EP, stellarhosts',
    'x.pl_name',
    'Unknown table or alias "x": this query reads "ep", "stellarhosts".',
    [],
  ],
  [
    'SELECT starhosts.st_teff FROM stellarhosts',
    'starhosts.st_teff',
    'Unknown table or alias "starhosts": this query reads "stellarhosts".',
    ['stellarhosts.st_teff'],
  ],
  [
    `SELECT x.a FROM ${[1, 2, 3, 4, 5, 6, 7, 8].map((i) => `toi t${i}`).join(', ')}`,
    'x.a',
    'Unknown table or alias "x": this query reads "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8".',
    [],
  ],
  [
    `SELECT x.a FROM ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `toi t${i}`).join(', ')}`,
    'x.a',
    'Unknown table or alias "x": this query reads "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", ….',
    [],
  ],
  [
    'WITH c AS (SELECT pl_rade AS r FROM exoplanets) SELECT c.pl_rade FROM c',
    'c.pl_rade',
    '"c" in this query has no column "pl_rade": it has only the columns that its own SELECT names.',
    [],
  ],
  [
    'SELECT S.y FROM (SELECT 1 AS x) s',
    'S.y',
    '"S" in this query has no column "y": it has only the columns that its own SELECT names.',
    [],
  ],
  [
    'SELECT e.PL_RADE UNION SELECT pl_rade FROM exoplanets e',
    'e.PL_RADE',
    '"e" is read by another SELECT of this query than the one that names "e.PL_RADE".',
    [],
  ],
  [
    'SELECT e.pl_rad FROM EXOPLANETS AS e',
    'e.pl_rad',
    'Table "exoplanets" (here "e") has no column "pl_rad". Did you mean e.pl_rade or e.pl_radj?',
    ['e.pl_rade', 'e.pl_radj'],
  ],
  [
    'SELECT Exoplanets.st_teff FROM exoplanets',
    'Exoplanets.st_teff',
    'Table "exoplanets" has no column "st_teff".',
    [],
  ],
  ['SELECT toi.tic FROM main.toi', 'toi.tic', 'Table "toi" has no column "tic". Did you mean toi.tid?', ['toi.tid']],
  [
    'SELECT pl_rade FROM (SELECT pl_name FROM exoplanets)',
    'pl_rade',
    '"pl_rade" is a column of exoplanets, but the SELECT that names it does not read it from there: a subquery or common table expression returns only the columns that it selects.',
    [],
  ],
  [
    'SELECT hostname FROM (SELECT st_teff FROM stellarhosts)',
    'hostname',
    '"hostname" is a column of stellarhosts, but the SELECT that names it does not read it from there: a subquery or common table expression returns only the columns that it selects.',
    [],
  ],
  [
    'SELECT PL_rade FROM stellarhosts',
    'PL_rade',
    '"PL_rade" is a column of exoplanets, which this query does not read: join it on hostname.',
    [],
  ],
  ['SELECT pl_rade FROM toi', 'pl_rade', '"pl_rade" is a column of exoplanets, which this query does not read.', []],
  ['SELECT tid FROM exoplanets', 'tid', '"tid" is a column of toi, which this query does not read.', []],
  [
    'SELECT pl_rad FROM stellarhosts, exoplanets',
    'pl_rad',
    'Unknown column "pl_rad" in stellarhosts or exoplanets. Did you mean pl_rade or pl_radj?',
    ['pl_rade', 'pl_radj'],
  ],
  [
    'SELECT hostnam FROM exoplanets e JOIN exoplanets f JOIN stellarhosts s',
    'hostnam',
    'Unknown column "hostnam" in exoplanets or stellarhosts. Did you mean hostname?',
    ['hostname'],
  ],
])('%s: %s', async (sql, written, message, suggestions) => {
  expect(await explained(sql, written)).toEqual([message, suggestions])
})

test('a suggestion of at most 160 characters is made', async () => {
  const alias = 'e'.repeat(152)
  const sql = `SELECT 1 FROM exoplanets ${alias}`
  expect(await explained(sql, `${alias}.pl_nam`)).toEqual([expect.any(String), [`${alias}.pl_name`]])
  expect(await explained(`${sql}e`, `${alias}e.pl_nam`)).toEqual([expect.any(String), []])
})

test('advice that is valid with any message is kept', async () => {
  const message = 'Unknown column "pl_radee" in exoplanets. Did you mean pl_rade? Write it so.'
  expect(await explained('SELECT pl_radee FROM exoplanets', 'pl_radee', ' Write it so.')).toEqual([
    message,
    ['pl_rade'],
  ])
})

test.each([
  ['a text that the parser cannot read', 'SELECT pl_radee FROM exoplanets WHERE ((', 'pl_radee'],
  ['no table', 'SELECT pl_radee', 'pl_radee'],
  ['common tables alone', 'WITH c AS (SELECT 1) SELECT pl_radee FROM c', 'pl_radee'],
  ['a common table beside a table', 'WITH c AS (SELECT 1) SELECT pl_radee FROM c, exoplanets', 'pl_radee'],
  ['a column unlike any', 'SELECT qqqq FROM exoplanets', 'qqqq'],
])('there is no explanation for %s', async (_case, sql, written) => {
  expect(await explained(sql, written)).toBeUndefined()
})
