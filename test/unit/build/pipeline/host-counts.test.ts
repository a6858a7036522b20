import { expect, test } from 'bun:test'
import { countHosts } from '../../../../build/pipeline/host-counts.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

test('hosts are counted once each, and those that the other table lacks are told, case included', () => {
  const planets = [
    ['a b', 'a'],
    ['a c', 'a'],
    ['B b', 'B'],
    ['x', null],
  ]
  const hosts = [['a'], ['a'], ['b'], ['c'], [null]]
  const counts = countHosts({
    exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'text' }, planets),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, hosts),
  })
  expect(counts).toEqual({
    exoplanets: { hosts: 2, hostsNotInOther: 1 },
    stellarhosts: { hosts: 3, hostsNotInOther: 2 },
  })
})

test('host names that are numbers match those that are text', () => {
  const counts = countHosts({
    exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'integer' }, [
      ['a', 7],
      ['b', 8],
      ['c', null],
    ]),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['7'], ['07']]),
  })
  expect(counts.exoplanets).toEqual({ hosts: 2, hostsNotInOther: 1 })
  expect(counts.stellarhosts).toEqual({ hosts: 2, hostsNotInOther: 1 })
})
