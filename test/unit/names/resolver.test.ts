import { describe, expect, test } from 'bun:test'
import { encodeNames } from '../../../build/names/encode-names.ts'
import { NameIndex, NameIndexFault } from '../../../src/names/name-index.ts'
import { createResolver } from '../../../src/names/resolver.ts'
import { resolverOf } from '../../fixtures/snapshots/name-resolver.ts'

const resolver = resolverOf({
  systems: {
    'HAT-P-7': 'b',
    'HAT-P-7 B': '',
    'HD 209458': 'b',
    'TRAPPIST-1': 'bcdefgh',
    'Proxima Cen': 'bd',
    'GJ 581': 'bce',
    'bet Pic': 'bc',
    'eps Eri': 'b',
    'Kepler-22': 'b',
    'Kepler-220': 'b',
    'TOI-700': 'd',
    'alf Cen A': '',
    'alf Cen B': '',
  },
  aliases: {
    'Proxima Cen': ['Proxima', 'Proxima Centauri', 'TIC 388857263', 'alf Cen'],
    'Proxima Cen b': ['Proxima b'],
    'HD 209458 b': ['Osiris'],
    'TOI-700': ['TIC 150428135'],
  },
})
const resolve = (name: string, limit = 10) =>
  resolver.resolve(name, limit).map(({ name: found, match, via }) => `${found}: ${match} by ${via}`)

test.each([
  ['HD 209458 b', ['HD 209458 b: exact by pl_name']],
  ['HD209458b', ['HD 209458 b: spelling by pl_name']],
  ['"HD 209458 b"', ['HD 209458 b: spelling by pl_name']],
  ["'trappist-1'", ['TRAPPIST-1: spelling by hostname']],
  ['“TRAPPIST-1”', ['TRAPPIST-1: spelling by hostname']],
  ["'Proxima b'", ['Proxima Cen b: alias by aliases.csv']],
  ['Gliese 581', ['GJ 581: spelling by hostname']],
  ['β Pic b', ['bet Pic b: spelling by pl_name']],
  ['beta Pictoris b', ['bet Pic b: spelling by pl_name']],
  ['Epsilon Eridani', ['eps Eri: spelling by hostname']],
  ['Osiris', ['HD 209458 b: alias by aliases.csv']],
  ['TIC 388857263', ['Proxima Cen: alias by tic_id']],
  ['tic388857263', ['Proxima Cen: alias by tic_id']],
  ['TIC 388857263 d', ['Proxima Cen d: alias by tic_id']],
  ['Proxima b', ['Proxima Cen b: alias by aliases.csv']],
  ['Proxima Centauri d', ['Proxima Cen d: alias by aliases.csv']],
  ['alf Cen B', ['alf Cen B: exact by hostname']],
  ['alpha Cen B', ['alf Cen B: spelling by hostname']],
  ['alf Cen b', ['alf Cen B: spelling by hostname', 'Proxima Cen b: alias by aliases.csv']],
  ['Alpha Centauri D', ['Proxima Cen d: alias by aliases.csv']],
  ['proxima d', ['Proxima Cen d: alias by aliases.csv']],
  ['HAT-P-7 b', ['HAT-P-7 b: exact by pl_name', 'HAT-P-7 B: spelling by hostname']],
  ['HAT-P-7 B', ['HAT-P-7 B: exact by hostname', 'HAT-P-7 b: spelling by pl_name']],
  ['Kepler-22 A', ['Kepler-22: alias by hostname']],
  ['TRAPIST-1 e', ['TRAPPIST-1 e: near by pl_name']],
  ['209458', ['HD 209458: near by hostname', 'HD 209458 b: near by pl_name']],
  ['Kepler-23 b', []],
  ['', []],
  ['  ', []],
  ['no star of the kind', []],
  ['x'.repeat(100_000), []],
])('%s', (name, expected) => {
  expect(resolve(name)).toEqual(expected)
})

const plain = resolverOf({
  systems: {
    'Proxima Cen': 'bd',
    "Barnard's star": 'b',
    'Kepler-22': 'b',
    'TRAPPIST-1': 'be',
    'alf Cen A': '',
    'Gamma Cep': 'b',
    'Alpine North': 'b',
    'Alpine South': 'bc',
    'Abc Longname': 'b',
  },
})

test.each([
  ['Proxima b', ['Proxima Cen b: alias by hostname']],
  ['proxima D', ['Proxima Cen d: alias by hostname']],
  ['Proxima', ['Proxima Cen: alias by hostname']],
  ["Kepler-22's star b", ['Kepler-22 b: alias by hostname']],
  ['TRAPPIST-1 system', ['TRAPPIST-1: alias by hostname']],
  ["Barnard's Star", ["Barnard's star: spelling by hostname"]],
  ['Barnard\u2019s Star b', ["Barnard's star b: spelling by pl_name"]],
  ['Barnard', ["Barnard's star: alias by hostname"]],
  ['Barnard b', ["Barnard's star b: alias by hostname"]],
  // Two stars have a name that goes on so.
  ['Alpine', ['Alpine North: near by hostname', 'Alpine South: near by hostname']],
  ['Alpine b', ['Alpine North b: near by hostname', 'Alpine South b: near by hostname']],
  ['Alpine c', ['Alpine South c: alias by hostname']],
  // Neither a number nor the constellation behind a Greek letter may be left out, and no part of a word.
  ['Gamma b', []],
  // Three letters can be an abbreviation of anything.
  ['Abc', ['Abc Longname: near by hostname', 'Abc Longname b: near by pl_name']],
  ['Prox b', []],
])('the first words of a name: %s', (name, expected) => {
  expect(plain.resolve(name, 10).map((found) => `${found.name}: ${found.match} by ${found.via}`)).toEqual(expected)
})

test('where a star has no planet of the letter, its other planets are near', () => {
  const names = (name: string) => plain.resolve(name, 10).map((found) => `${found.name}: ${found.match}`)
  expect(names("TRAPPIST-1's star z")).toEqual(['TRAPPIST-1 b: near', 'TRAPPIST-1 e: near', 'TRAPPIST-1: near'])
  expect(names('Proxima Centauri c')).toEqual(['Proxima Cen b: near', 'Proxima Cen d: near', 'Proxima Cen: near'])
  expect(plain.suggest('Kepler 22 c', 'planet', 3)).toEqual(['Kepler-22 b'])
})

test.each(['Kepler b', 'TRAPPIST b', 'Proxima c'])('%s is no name, but something is near', (name) => {
  expect(new Set(plain.resolve(name, 10).map(({ match }) => match))).toEqual(new Set(['near']))
})

test.each([
  ['TIC 388857263', 'TIC numbers (column tic_id)'],
  ['hd209458 b', 'HD numbers (column hd_name)'],
  ['HIP-70890', 'HIP numbers (column hip_name)'],
  ['Gaia DR3 5853498713190525696', 'Gaia numbers (columns gaia_dr2_id, gaia_dr3_id)'],
  ['Gaia EDR3 5853498713190525696', 'Gaia numbers (columns gaia_dr2_id, gaia_dr3_id)'],
  ['K00752.01', 'KOI numbers (tables cumulative, keplernames)'],
  ['TOI-700.01', 'TOI numbers (table toi)'],
])('that the archive has no list of a catalog is said: %s', (name, list) => {
  expect(plain.absentCatalog(name)).toBe(`This archive has no list of ${list}: use another name of the star.`)
})

test('a list that the archive has, and what is no number of a catalog, are not spoken of', () => {
  expect(resolver.absentCatalog('TIC 1')).toBeUndefined()
  for (const name of ['Kepler-22 b', 'Titan', 'HD', '', 'Hidalgo 5', 'TICK 5'])
    expect(plain.absentCatalog(name), name).toBeUndefined()
})

test('a beginning leads to the names that go on', () => {
  expect(resolve('trappist', 1)).toEqual(['TRAPPIST-1: near by hostname'])
  expect(resolve('trappist').length).toBe(8)
  expect(resolve('trappist', 3).length).toBe(3)
})

test('every match says of which table it is', () => {
  expect(resolver.resolve('Kepler-22', 1)).toEqual([
    { kind: 'host', name: 'Kepler-22', table: 'stellarhosts', match: 'exact', via: 'hostname' },
  ])
})

test('a planet is offered where the name is of a host, and a host where it is of a planet', () => {
  expect(resolver.suggest('Proxima', 'planet', 3)).toEqual(['Proxima Cen b', 'Proxima Cen d'])
  expect(resolver.suggest('Osiris', 'host', 3)).toEqual(['HD 209458'])
  expect(resolver.suggest('TRAPPIST 1', 'planet', 3)).toEqual(['TRAPPIST-1 b', 'TRAPPIST-1 c', 'TRAPPIST-1 d'])
  expect(resolver.suggest('Kepler-2200', 'host', 3)).toEqual([])
})

test('a kind limits the matches to planets, or to hosts', () => {
  const names = (kind?: 'planet' | 'host') => resolver.resolve('HAT-P-7 b', 10, kind).map(({ name }) => name)
  expect(names()).toEqual(['HAT-P-7 b', 'HAT-P-7 B'])
  expect(names('host')).toEqual(['HAT-P-7 B'])
  expect(names('planet')).toEqual(['HAT-P-7 b'])
})

test('two hundred characters of a name are read, without the blanks around them', () => {
  const spread = (blanks: number) => `  HD${' '.repeat(blanks)}209458 b  `
  expect(resolve(spread(190))).toEqual(['HD 209458 b: spelling by pl_name'])
  expect(resolve(spread(191))).toEqual(['HD 209458: spelling by hostname'])
})

test('what is much less similar than the best is no near match', () => {
  const near = resolverOf({ systems: { Keplerx: '', 'Zz Keplerabcdefghijk': '', 'Zz Keplerabcdefghijkl': '' } })
  expect(near.resolve('Kepler', 10).map(({ name }) => name)).toEqual(['Keplerx', 'Zz Keplerabcdefghijk'])
})

describe('the names that begin with a text', () => {
  test.each<[text: string, kind: 'planet' | 'host', limit: number, values: readonly string[], total: number]>([
    ['trap', 'host', 10, ['TRAPPIST-1'], 1],
    [' TRAP', 'planet', 3, ['TRAPPIST-1 b', 'TRAPPIST-1 c', 'TRAPPIST-1 d'], 7],
    ['trap', 'planet', 7, [...'bcdefgh'].map((letter) => `TRAPPIST-1 ${letter}`), 7],
    ['kepler 22', 'host', 10, ['Kepler-22', 'Kepler-220'], 2],
    ['Gliese 5', 'host', 10, ['GJ 581'], 1],
    ['Epsilon Eridani', 'host', 10, ['eps Eri'], 1],
    // Proxima Cen begins so by three of its names, and counts once.
    ['Prox', 'host', 10, ['Proxima Cen'], 1],
    ['', 'host', 2, ['GJ 581', 'HAT-P-7'], 13],
    ['  ', 'planet', 1, ['GJ 581 b'], 20],
    [' - ', 'host', 10, [], 0],
    ['nothing', 'host', 10, [], 0],
  ])('%p, of %ss, at most %d', (text, kind, limit, values, total) => {
    expect(resolver.beginning(text, kind, limit)).toEqual({ values, total })
  })
})

describe('the system of a name', () => {
  test('has all names of its host and planets, sorted', () => {
    expect(resolver.systemOf('osiris')).toEqual({
      resolved: 'HD 209458 b',
      host: { name: 'HD 209458', aliases: ['HD 209458'] },
      planets: [{ name: 'HD 209458 b', aliases: ['HD 209458 b', 'Osiris'] }],
    })
    expect(resolver.systemOf('Proxima')).toEqual({
      resolved: 'Proxima Cen',
      host: {
        name: 'Proxima Cen',
        aliases: ['Proxima', 'Proxima Cen', 'Proxima Centauri', 'TIC 388857263', 'alf Cen'],
      },
      planets: [
        { name: 'Proxima Cen b', aliases: ['Proxima Cen b', 'Proxima b'] },
        { name: 'Proxima Cen d', aliases: ['Proxima Cen d'] },
      ],
    })
  })

  test('is none if the name is only near one, or is unknown', () => {
    expect(resolver.systemOf('TRAPIST-1 e')).toBeUndefined()
    expect(resolver.systemOf('no star of the kind')).toBeUndefined()
  })
})

describe('the host of a planet that is near', () => {
  const targets = [
    { kind: 'planet', name: 'Kepler-90 i', table: 'exoplanets', host: 'KOI-351', letter: 'i' },
    { kind: 'planet', name: 'Lonely-90 i', table: 'exoplanets', host: null, letter: null },
    { kind: 'planet', name: 'Star-90 i', table: 'exoplanets', host: 'Star-90', letter: 'i' },
    { kind: 'host', name: 'KOI-351', table: 'stellarhosts', host: null, letter: null },
    { kind: 'host', name: 'Star-90', table: 'stellarhosts', host: null, letter: null },
  ] as const
  const resolverOfHosts = createResolver(new NameIndex(new Uint8Array(encodeNames(targets, []))))
  const hostOf = (name: string) => resolverOfHosts.resolve(name, 1).map(({ match, hostname }) => [match, hostname])

  test('is told if its name does not begin with that of the host', () => {
    expect(hostOf('Keplr-90 i')).toEqual([['near', 'KOI-351']])
    expect(hostOf('Sttar-90 i')).toEqual([['near', undefined]])
    expect(hostOf('KOY-351')).toEqual([['near', undefined]])
  })

  test('is not told of a planet without a host, and of one that is found', () => {
    expect(hostOf('Lonly-90 i')).toEqual([['near', undefined]])
    expect(hostOf('Kepler-90 i')).toEqual([['exact', undefined]])
  })
})

test('a suggestion of the other kind is made once, and no more than are asked for', () => {
  expect(resolver.suggest('TRAPIST-1', 'host', 3)).toEqual(['TRAPPIST-1'])
  expect(resolver.suggest('trappist-1', 'planet', 9)).toHaveLength(7)
  expect(resolver.suggest('trappist-1', 'planet', 1)).toEqual(['TRAPPIST-1 b'])
})

test('bytes that are no whole index are refused', () => {
  expect(() => new NameIndex(new Uint8Array(100))).toThrow(NameIndexFault)
  const cut = new TextEncoder().encode('EXONAME1\u0002\u0000\u0000\u0000{}')
  expect(() => new NameIndex(cut as Uint8Array<ArrayBuffer>)).toThrow(NameIndexFault)
})
