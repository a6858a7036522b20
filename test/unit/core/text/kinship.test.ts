import { describe, expect, test } from 'bun:test'
import { isSameDesignation, isSameSubject } from '../../../../src/core/text/kinship.ts'
import { createNearestFinder, nearestNames } from '../../../../src/core/text/nearest.ts'

describe('columns of the same subject', () => {
  const columns = ['pl_name', 'pl_rade', 'st_dens', 'st_teff', 'sy_dist', 'hostname']
  test.each([
    ['pl_dens', []],
    ['pl_teff', []],
    ['st_dist', ['sy_dist']],
    ['dens', ['st_dens']],
    ['pl_radius', ['pl_rade']],
    ['PL_DENS', []],
  ])('%s suggests %j', (wanted, expected) => {
    expect(nearestNames(wanted, columns, isSameSubject)).toEqual(expected)
  })
})

describe('designations of the same object', () => {
  const find = createNearestFinder(
    ['KOI-1783.01', 'KOI-7.01', 'Kepler-22 b', 'Kepler-220 b', 'GJ 1214 b', 'TOI-700 d', 'Kepler-21 b'],
    isSameDesignation,
  )
  test.each([
    ['KOI-87.01', []],
    ['KOI-07.01', ['KOI-7.01']],
    ['Kepler-22', ['Kepler-22 b']],
    ['kepler 22b', ['Kepler-22 b']],
    ['GJ1214', ['GJ 1214 b']],
    ['TOI-700.04', ['TOI-700 d']],
    ['Kepler-23 b', []],
  ])('%s suggests %j', (wanted, expected) => {
    expect(find(wanted)).toEqual(expected)
  })
})
