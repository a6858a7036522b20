import { describe, expect, test } from 'bun:test'
import { createNearestFinder, nearestNames } from '../../../../src/core/text/nearest.ts'

const COLUMNS = [
  'pl_name', 'hostname', 'hd_name', 'discoverymethod', 'disc_year', 'pl_orbper', 'pl_orbpererr1', 'pl_orbperlim',
  'pl_radj', 'pl_radjerr1', 'pl_rade', 'pl_radeerr1', 'pl_radelim', 'pl_bmassj', 'pl_bmasse', 'pl_ratdor', 'pl_ratror',
  'st_rad', 'st_teff', 'st_tefferr1', 'st_mass', 'sy_dist', 'sy_pnum', 'ra', 'dec',
] // biome-ignore format: a list

describe('the names a reader meant come first', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['pl_radius', ['pl_rade', 'pl_radj']],
    ['hostnam', ['hostname']],
    ['HOSTNAME', ['hostname']],
    ['Pl-Rade', ['pl_rade']],
    ['plname', ['pl_name']],
    ['dce', ['dec']],
    ['ar', ['ra']],
    ['teff', ['st_teff']],
    ['dist', ['sy_dist']],
    ['pl_bmas', ['pl_bmasse', 'pl_bmassj']],
    [' pl_orbpr ', ['pl_orbper']],
    ['zzzzzzzzz', []],
    ['', []],
    ['ü', []],
  ]
  for (const [wanted, expected] of cases)
    test(`${JSON.stringify(wanted)} gives ${JSON.stringify(expected)}`, () => {
      expect(nearestNames(wanted, COLUMNS)).toEqual(expected)
    })

  test('a host name leads to its planets, a planet in other spelling to itself', () => {
    const find = createNearestFinder([
      'HAT-P-7 b',
      'HAT-P-70 b',
      'Kepler-22 b',
      'Kepler-220 b',
      'WASP-12 b',
      'Kepler-62 b',
    ])
    expect(find('Kepler-22')[0]).toBe('Kepler-22 b')
    expect(find('kepler 22b')).toEqual(['Kepler-22 b'])
    expect(find('HAT-P-7 B')[0]).toBe('HAT-P-7 b')
    expect(find('WASP12b')).toEqual(['WASP-12 b'])
  })

  test('a host is found by its planet, rather than the companions of other stars, and a planet by its host run together', () => {
    const hosts = createNearestFinder([
      'Kepler-20 B',
      'Kepler-21 B',
      'Kepler-22',
      'Kepler-2',
      'WASP-1 B',
      'WASP-12',
      'WASP-12 B',
    ])
    expect(hosts('Kepler-22 b')[0]).toBe('Kepler-22')
    expect(hosts('WASP-12 A')).toEqual(['WASP-12', 'WASP-12 B'])
    expect(hosts('WASP-12 B')[0]).toBe('WASP-12 B')
    const planets = createNearestFinder(['GJ 1214 b', 'GJ 1132 b', '55 Cnc e', '55 Cnc f', 'KOI-12 b'])
    expect(planets('GJ1214')).toEqual(['GJ 1214 b'])
    expect(planets('55cnc')).toEqual(['55 Cnc e', '55 Cnc f'])
    expect(planets('GJ 1214 b 2')[0]).toBe('GJ 1214 b')
  })

  test('no more than three names are offered', () => {
    expect(nearestNames('name1', ['name2', 'name3', 'name4', 'name5', 'name6'])).toHaveLength(3)
  })
})

test('punctuation alone is near to nothing but itself', () => {
  const paths = ['/', '/health', '--']
  expect(nearestNames('///--', paths)).toEqual([])
  expect(nearestNames('-//-//-', paths)).toEqual([])
  expect(nearestNames('/', paths)).toEqual(['/'])
})

test('a name is offered beside the nearest one up to a distance of 1 more', () => {
  // The same but for punctuation; one edit more than that; two edits more.
  expect(nearestNames('pl-rade', ['pl_rade', 'pl-radj', 'pl-mass'])).toEqual(['pl_rade', 'pl-radj'])
})

test('of a long or strange input no more than the beginning is compared', () => {
  const end = `Kepler-22 b${'-'.repeat(60)}`
  const find = createNearestFinder([...Array.from({ length: 6000 }, (_, i) => `Kepler-${i} b`), end])
  for (const part of ['x', 'Kepler-22', '\ud800', ' -']) {
    const wanted = part.repeat(1_000_000)
    expect(find(wanted + end)).toEqual(find(wanted.slice(0, 1_000)))
  }
})

test('a letter typed twice at the end comes before longer names, a digit does not', () => {
  expect(nearestNames('pl_radee', ['pl_radeerr1', 'pl_radeerr2', 'pl_rade', 'pl_radelim'])[0]).toBe('pl_rade')
  expect(nearestNames('Kepler-22', ['Kepler-2', 'Kepler-220', 'Kepler-22 b'])[0]).not.toBe('Kepler-2')
})
