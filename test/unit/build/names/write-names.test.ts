import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { collectAliases, collectTargets, type NamedTables } from '../../../../build/names/collect-names.ts'
import { writeNames } from '../../../../build/names/write-names.ts'
import { NameIndex } from '../../../../src/names/name-index.ts'
import { createResolver } from '../../../../src/names/resolver.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const TABLES: NamedTables = {
  exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'text', pl_letter: 'text', tic_id: 'text' }, [
    ['Kepler-227 b', 'Kepler-227', 'b', 'TIC 1'],
    ['Kepler-227 b', 'Kepler-227', 'b', 'TIC 1'],
    ['KOI-7.01', 'KOI-7', null, null],
    [null, null, null, null],
  ]),
  stellarhosts: makeTable('stellarhosts', { hostname: 'text', sy_name: 'text', hd_name: 'text' }, [
    ['Kepler-227', 'Kepler-227', null],
    ['16 Cyg B', '16 Cyg', 'HD 186427'],
  ]),
}

async function resolverFor(tables: NamedTables, aliases: readonly { name: string; alias: string }[] = []) {
  const lines: string[] = []
  const effects = { log: (line: string) => void lines.push(line), progress() {}, nowMs: () => 0 }
  const dataDir = await temporaryFolder()
  const listed = aliases.map((row, at) => ({ ...row, file: 'aliases.csv', line: at + 2 }))
  const { path } = await writeNames({ tables, aliases: listed, dataDir, effects })
  const index = new NameIndex(new Uint8Array(await Bun.file(join(dataDir, path)).bytes()))
  const resolver = createResolver(index)
  const names = (name: string) =>
    resolver.resolve(name, 10).map(({ name: found, match, via }) => `${found}: ${match} by ${via}`)
  return { names, lines, resolver }
}

test('targets are each planet and host once, with the table that has them', () => {
  expect(collectTargets(TABLES).map(({ kind, name, table, letter }) => `${kind} ${name} ${table} ${letter}`)).toEqual([
    'planet KOI-7.01 exoplanets null',
    'planet Kepler-227 b exoplanets b',
    'host 16 Cyg B stellarhosts null',
    'host KOI-7 exoplanets null',
    'host Kepler-227 stellarhosts null',
  ])
})

test('identifier columns give names, a system the names of its hosts', async () => {
  const { names } = await resolverFor(TABLES)
  expect(names('TIC 1')).toEqual(['Kepler-227: alias by tic_id'])
  expect(names('TIC 1 b')).toEqual(['Kepler-227 b: alias by tic_id'])
  expect(names('HD186427')).toEqual(['16 Cyg B: alias by hd_name'])
  expect(names('16 Cyg')).toEqual(['16 Cyg B: alias by sy_name'])
})

test('a planet that is not called after its host gives the host, and its other planets, another name', async () => {
  const planets = [
    ['KOI-351 b', 'KOI-351', 'b'],
    ['KOI-351 h', 'KOI-351', 'h'],
    ['Kepler-90 i', 'KOI-351', 'i'],
    ['HD 1 A c', 'HD 1', 'c'],
    ['Lyra-5 b', 'Lyra-5 A', 'b'],
    ['EPIC 7.02', 'EPIC 7', null],
    ['Own-1 b', 'Own-1', 'b'],
    ['Own-1 c', 'Own-2', 'c'],
  ]
  const exoplanets = makeTable('exoplanets', { pl_name: 'text', hostname: 'text', pl_letter: 'text' }, planets)
  const { names, resolver } = await resolverFor({
    exoplanets,
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['KOI-351']]),
  })
  expect(names('Kepler-90')).toEqual(['KOI-351: alias by pl_name'])
  expect(names('kepler90h')).toEqual(['KOI-351 h: alias by pl_name'])
  expect(names('Kepler-90 b')).toEqual(['KOI-351 b: alias by pl_name'])
  expect(names('Kepler-90 i')).toEqual(['Kepler-90 i: exact by pl_name'])
  expect(names('KOI-351 i')).toEqual(['Kepler-90 i: alias by hostname'])
  expect(names('HD 1 A')).toEqual(['HD 1: alias by pl_name'])
  expect(names('Lyra-5')).toEqual(['Lyra-5 A: alias by pl_name'])
  // The name of another host stays that host's alone.
  expect(names('Own-1')).toEqual(['Own-1: exact by hostname'])
  // Where the name of a near planet does not begin with that of its host, the host is told.
  const hostnames = (name: string) => resolver.resolve(name, 10).map(({ hostname }) => hostname)
  expect(hostnames('Kepler-90 i')).toEqual([undefined])
  expect(names('Kepler-90 z')[0]).toBe('Kepler-90 i: near by pl_name')
  expect(hostnames('Kepler-90 z')).toEqual(['KOI-351', undefined, undefined, undefined])
  expect(resolver.suggest('Kepler-90 b', 'planet', 1)).toEqual(['KOI-351 b'])
  expect(resolver.suggest('Kepler-90', 'host', 1)).toEqual(['KOI-351'])
})

test('further tables give numbers of projects', async () => {
  const tables = {
    ...TABLES,
    // Their names are those of the archive; a table's own name is no part of this.
    cumulative: makeTable('exoplanets', { kepid: 'integer', kepoi_name: 'text', kepler_name: 'text' }, [
      [10_797_460, 'K00752.01', 'Kepler-227 b'],
      [1, 'K00001.01', null],
    ]),
    toi: makeTable('exoplanets', { toi: 'real', tid: 'integer' }, [
      [101.1, 1],
      [102.01, 2],
    ]),
  }
  const { names } = await resolverFor(tables)
  expect(names('K00752.01')).toEqual(['Kepler-227 b: alias by cumulative.kepoi_name'])
  expect(names('KOI-752.01')).toEqual(['Kepler-227 b: alias by cumulative.kepoi_name'])
  expect(names('KOI 752')).toEqual(['Kepler-227: alias by cumulative.kepoi_name'])
  expect(names('KIC 10797460')).toEqual(['Kepler-227: alias by cumulative.kepid'])
  expect(names('TOI-101')).toEqual(['Kepler-227: alias by toi.toi'])
  expect(names('TOI 101.10')).toEqual(['Kepler-227: alias by toi.toi'])
  expect(collectAliases(tables).some(({ alias }) => alias.startsWith('TOI-102'))).toBe(false)
})

test('a row of the list of aliases that names nothing is reported and left out', async () => {
  const { names, lines } = await resolverFor(TABLES, [
    { name: 'Kepler-227 b', alias: 'Somewhere' },
    { name: 'kepler-227 b', alias: 'Nirvana' },
    { name: 'KOI-7', alias: '' },
  ])
  expect(names('somewhere')).toEqual(['Kepler-227 b: alias by aliases.csv'])
  expect(names('nirvana')).toEqual([])
  expect(lines).toEqual([
    'aliases.csv, line 3 is omitted: no planet or host is called "kepler-227 b".',
    'aliases.csv, line 4 is omitted: the alias is empty.',
  ])
})
