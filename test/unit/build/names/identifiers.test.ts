import { expect, test } from 'bun:test'
import { IDENTIFIERS } from '../../../../build/names/identifiers.ts'

/** What a value of a column names, and which archive name it belongs to. */
function named(table: string, column: string, value: string, own: string) {
  return IDENTIFIERS.filter((one) => one.table === table && one.column === column).map(
    ({ kind, via, by, write, nameOf }) => ({ kind, via, by, names: write(value), own: nameOf?.(own) ?? own }),
  )
}

test('an object of interest names a planet in two spellings, and its star', () => {
  const via = 'cumulative.kepoi_name'
  const by = 'kepler_name'
  expect(named('cumulative', 'kepoi_name', 'K00752.01', 'Kepler-227 b')).toEqual([
    { kind: 'planet', via, by, names: ['K00752.01', 'KOI-752.01'], own: 'Kepler-227 b' },
    { kind: 'host', via, by, names: ['KOI-752'], own: 'Kepler-227' },
  ])
  expect(named('cumulative', 'kepoi_name', 'k07016.12', 'Kepler-452 b').map(({ names }) => names)).toEqual([
    ['k07016.12', 'KOI-7016.12'],
    ['KOI-7016'],
  ])
  expect(named('cumulative', 'kepoi_name', 'K00752', 'x').map(({ names }) => names)).toEqual([['K00752'], []])
})

test('a number of the Kepler input catalog names the star of a planet', () => {
  const found = named('cumulative', 'kepid', '10797460', 'Kepler-16 (AB) b')
  expect(found).toEqual([
    { kind: 'host', via: 'cumulative.kepid', by: 'kepler_name', names: ['KIC 10797460'], own: 'Kepler-16 (AB)' },
  ])
  // A letter belongs to the name of the host unless it is that of a planet: a, A and letters in a word do not count.
  for (const own of ['Kepler-47 A', 'Kepler-47 a', 'Kepler-47b', 'Kepler-47 bc'])
    expect(named('cumulative', 'kepid', '1', own)[0]!.own).toBe(own)
  expect(named('cumulative', 'kepid', '1', 'Kepler-47 z')[0]!.own).toBe('Kepler-47')
})

test('columns of the two main tables are named by themselves, others with their table', () => {
  for (const { table, column, via } of IDENTIFIERS)
    expect(via).toBe(['exoplanets', 'stellarhosts'].includes(table) ? column : `${table}.${column}`)
  expect(named('stellarhosts', 'hd_name', 'HD 1', 'x')).toEqual([
    { kind: 'host', via: 'hd_name', by: 'hostname', names: ['HD 1'], own: 'x' },
  ])
})

test('identifiers of stars are looked for in four tables, and name hosts', () => {
  for (const column of ['hd_name', 'hip_name', 'tic_id', 'gaia_dr2_id', 'gaia_dr3_id', 'gaia_id']) {
    const found = IDENTIFIERS.filter((one) => one.column === column)
    expect(found.map(({ table }) => table)).toEqual(['stellarhosts', 'exoplanets', 'pscomppars', 'k2pandc'])
    expect(new Set(found.map(({ kind, by }) => `${kind} by ${by}`))).toEqual(new Set(['host by hostname']))
  }
})
