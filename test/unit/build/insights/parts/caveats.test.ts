import { expect, test } from 'bun:test'
import type { ArchiveColumns } from '../../../../../build/insights/parts/archive-columns.ts'
import {
  counted,
  countedDisputesOfSystems,
  hostsWithoutPlanets,
  ifAny,
  massProvenance,
  otherPlanetCounts,
  type ResultFacts,
  rowsWith,
  sqlText,
} from '../../../../../build/insights/parts/caveats.ts'
import { densityCaveat } from '../../../../../build/insights/parts/density.ts'

function facts(data: ResultFacts['data'], count: number | ((sql: string) => number) = 0, has = true): ResultFacts {
  return {
    archive: { has: () => has } as unknown as ArchiveColumns,
    data,
    dates: { exoplanets: '2026-01-02', stellarhosts: null },
    count: typeof count === 'number' ? () => count : count,
  }
}

test('a sentence is told only if it applies to something', () => {
  expect(ifAny(0, String)).toBeUndefined()
  expect(ifAny(1, (count) => `${count} of them`)).toBe('1 of them')
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows'])
  expect(rowsWith({ data: [{ a: 1 }, { a: 2 }, { a: null }] }, ({ a }) => a !== null)).toBe(2)
})

test('values become literals', () => {
  expect(["O'Neil", null, undefined, 5].map(sqlText)).toEqual(["'O''Neil'", "''", "''", "'5'"])
})

test('masses that are not stated to be true are counted by their kind', () => {
  const row = (pl_bmasse: number | null, pl_bmassprov: string | null) => ({ pl_bmasse, pl_bmassprov })
  const told = (...data: ReturnType<typeof row>[]) => massProvenance({ data }, 'pl_bmasse')
  expect(told()).toBeUndefined()
  expect(told(row(1, 'Mass'), row(null, 'Msini'), row(null, null))).toBeUndefined()
  expect(
    told(
      row(1, 'Msini'),
      row(2, 'Mass'),
      row(3, null),
      row(4, 'Msini'),
      row(5, 'M-R relationship'),
      row(6, 'Msin(i)/sin(i)'),
      row(7, 'guess'),
    ),
  ).toBe(
    'Not all masses shown are stated to be true masses; pl_bmassprov is: 2 Msini (minimum), 1 null (not stated), 1 M-R relationship (predicted from the radius, not measured), 1 Msin(i)/sin(i) (minimum mass corrected for the inclination), 1 guess.',
  )
  expect(
    massProvenance({ data: [{ pl_bmassj: null, pl_bmasse: 1, pl_bmassprov: 'Msini' }] }, 'pl_bmassj'),
  ).toBeUndefined()
})

test('hosts without planets are the shown names minus the listed ones', () => {
  const data = [{ hostname: "a'b" }, { hostname: 'c' }, { hostname: 'd' }]
  expect(hostsWithoutPlanets(facts([]))).toBeUndefined()
  expect(hostsWithoutPlanets(facts(data, 3))).toBeUndefined()
  expect(hostsWithoutPlanets(facts(data, 2))).toStartWith('1 of the 3 names shown has no planet in exoplanets')
  expect(hostsWithoutPlanets(facts(data, 1))).toStartWith('2 of the 3 names shown have no planet in exoplanets')
  let asked = ''
  const count = (sql: string): number => {
    asked = sql
    return 3
  }
  hostsWithoutPlanets(facts(data, count))
  expect(asked).toContain("hostname IN ('a''b', 'c', 'd')")
})

test('systems with another number of planets are told with the dates of both tables', () => {
  const data = [
    { sy_name: 'a', planets: 2 },
    { sy_name: 'b', planets: 1 },
  ]
  expect(otherPlanetCounts(facts([]))).toBeUndefined()
  expect(otherPlanetCounts(facts(data, 0))).toBeUndefined()
  expect(otherPlanetCounts(facts(data, 1))).toBe(
    'All values are those of stellarhosts (date unknown); exoplanets (2026-01-02) lists another number of planets for 1 of the 2 systems shown.',
  )
})

test('disputed planets of systems or hosts are told if the archive flags them', () => {
  const systems = [{ sy_name: 'a' }, { sy_name: 'b' }]
  expect(countedDisputesOfSystems(facts(systems, 2, false))).toBeUndefined()
  expect(countedDisputesOfSystems(facts([], 2))).toBeUndefined()
  expect(countedDisputesOfSystems(facts(systems, 0))).toBeUndefined()
  expect(countedDisputesOfSystems(facts(systems, 1))).toEndWith('1 of the 2 systems shown has such planets.')
  expect(countedDisputesOfSystems(facts(systems, 2))).toEndWith('2 of the 2 systems shown have such planets.')
  expect(countedDisputesOfSystems(facts([{ hostname: 'a' }], 1))).toEndWith('1 of the 1 host shown has such planets.')
})

test('computed densities are counted', () => {
  const rows = (...from: string[]) => facts(from.map((density_from) => ({ density_from })))
  expect(densityCaveat(rows('pl_dens', 'pl_dens'))).toBeUndefined()
  expect(densityCaveat(rows('pl_dens', 'pl_bmasse, pl_rade'))).toStartWith('1 of the 2 densities shown is computed')
  expect(densityCaveat(rows('pl_bmasse, pl_rade', 'pl_bmasse, pl_rade'))).toStartWith(
    '2 of the 2 densities shown are computed',
  )
})
