import { describe, expect, test } from 'bun:test'
import { MAX_NESTING } from '../../../src/tap/adql/cursor.ts'
import { convertUnit } from '../../../src/tap/expressions/units.ts'
import { translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../fixtures/thrown.ts'

const PARSEC_M = 3.085_677_581_491_367e16

describe('IN_UNIT multiplies by the ratio of the units', () => {
  const factorOf = (from: string, to: string) => {
    const value = { sql: 'x', type: { kind: 'real' as const, unit: from }, position: 0 }
    const target = { sql: `'${to}'`, type: { kind: 'text' as const }, constant: to, position: 0 }
    return Number(/\* (.*)\)$/.exec(convertUnit(value, target, 0).sql)?.[1])
  }
  // Written down from the definitions, not from the table of the program.
  test.each([
    ['deg', 'arcmin', 60],
    ['deg', 'arcsec', 3_600],
    ['deg', 'mas', 3.6e6],
    ['deg', 'uas', 3.6e9],
    ['mas', 'uas', 1_000],
    ['rad', 'deg', 57.295_779_513_082_32],
    ['d', 'h', 24],
    ['d', 'min', 1_440],
    ['d', 's', 86_400],
    ['yr', 'd', 365.25],
    ['Gyr', 'Myr', 1_000],
    ['Myr', 'yr', 1e6],
    ['km', 'm', 1_000],
    ['m', 'cm', 100],
    ['AU', 'km', 149_597_870.7],
    ['pc', 'm', PARSEC_M],
    ['pc', 'AU', 206_264.806_247_096_36],
    ['lyr', 'pc', 0.306_601_393_788_795],
    ['solRad', 'km', 695_700],
    ['Rjup', 'Rearth', 71_492 / 6_378.1],
    ['solMass', 'Mjup', 1_047.57],
    ['Mjup', 'Mearth', 317.83],
    ['kg', 'g', 1_000],
    ['km/s', 'm/s', 1_000],
    ['km.s**-1', 'm/s', 1_000],
    ['arcsec/yr', 'mas/yr', 1_000],
    ['deg/yr', 'mas/yr', 3.6e6],
    ['arcsec.yr**-1', 'mas.yr**-1', 1_000],
  ])('%s to %s: %d', (from, to, factor) => {
    expect(factorOf(from, to) / factor).toBeCloseTo(1, 4)
    expect(factorOf(to, from) * factor).toBeCloseTo(1, 4)
  })
})

test('a query may be nested so deep, and not one level deeper', () => {
  // The query itself is the first level.
  const nested = (levels: number) => `select ${'('.repeat(levels - 1)}1${')'.repeat(levels - 1)} from ps`
  expect(translateAdql(nested(MAX_NESTING), SKY_TABLES).columns).toHaveLength(1)
  expect(catalogError(() => translateAdql(nested(MAX_NESTING + 1), SKY_TABLES)).code).toBe('query_too_large')
})

test('a subquery beside a join knows no column of it', () => {
  const join = 'ps a join stellarhosts b on a.hostname = b.hostname'
  expect(translateAdql(`select c.n from ${join}, (select 1 as n) c`, SKY_TABLES).columns).toHaveLength(1)
  const from = `select c.n from ${join}, (select a.pl_name as n) c`
  expect(catalogError(() => translateAdql(from, SKY_TABLES)).code).toMatch(/^unknown_/)
  // In a condition it does.
  const where = `select a.pl_name from ${join} where exists (select 1 from stellarhosts s where s.hostname = a.hostname)`
  expect(translateAdql(where, SKY_TABLES).columns).toHaveLength(1)
})
