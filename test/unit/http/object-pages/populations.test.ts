import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { populationsOf } from '../../../../src/http/object-pages/populations.ts'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const real = (name: string): Column => ({ name, type: 'real' })

/** The populations of a table with these columns and rows as CSV, and how it was read. */
function populations(names: readonly string[], lines: readonly string[]) {
  let asked: string | undefined
  const catalog = fakeCatalog({
    manifest: manifestOf(names.map(real)),
    page(table, query) {
      asked = `${table}?${query}`
      return textAnswer(query, `${[names.join(','), ...lines].join('\r\n')}\r\n`)
    },
  })
  const { massRadius, periodRadius, periodMass } = populationsOf(catalog)
  return {
    asked,
    counts: [massRadius, periodRadius, periodMass].map((population) => population?.count),
    massRadius,
    periodRadius,
  }
}

test('one row per planet is read, with the flags of limits that the table has', () => {
  const { asked } = populations(['pl_orbper', 'pl_rade', 'pl_bmasse', 'pl_radelim', 'default_flag'], ['1,2,3,0,1'])
  expect(asked).toBe('exoplanets?columns=pl_orbper,pl_rade,pl_radelim,pl_bmasse&limit=all&format=csv&default_flag=1')
  expect(populations(['pl_rade'], []).asked).toBe('exoplanets?columns=pl_rade&limit=all&format=csv')
})

test('planets are counted on axes for which they have both values, without limits', () => {
  const names = ['pl_orbper', 'pl_rade', 'pl_radelim', 'pl_bmasse']
  // Mass and radius; period and radius; period and mass.
  expect(populations(names, ['1,2,0,3', '1,2,,3', '1,2,,']).counts).toEqual([2, 3, 2])
  expect(populations(names, ['1,2,0,3', '1,2,1,3', '1,2,-1,3']).counts).toEqual([1, 1, 3])
  expect(populations(names, [',2,0,3', '1,,,3']).counts).toEqual([1, undefined, 1])
})

test('a table without the columns has no populations, and is not read', () => {
  const { asked, counts } = populations(['sy_dist'], [])
  expect([asked, counts]).toEqual([undefined, [undefined, undefined, undefined]])
})

test('the axes are named with their units', () => {
  const { massRadius, periodRadius } = populations(['pl_orbper', 'pl_rade', 'pl_bmasse'], ['1,2,3'])
  expect(massRadius?.x).toEqual({ title: 'Mass or M\u00a0sin\u00a0i', unit: 'Mearth' })
  expect(massRadius?.y).toEqual({ title: 'Radius', unit: 'Rearth' })
  expect(periodRadius?.x).toEqual({ title: 'Orbital period', unit: 'day' })
})
