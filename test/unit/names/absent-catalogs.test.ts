import { expect, test } from 'bun:test'
import { absentCatalog } from '../../../src/names/absent-catalogs.ts'

const ALL = [
  'hd_name',
  'hip_name',
  'tic_id',
  'gaia_dr3_id',
  'cumulative.kepid',
  'cumulative.kepoi_name',
  'k2pandc.epic_hostname',
  'toi.toi',
]

test.each([
  ['HD 209458', 'HD', 'column hd_name', 'hd_name'],
  ['hd209458', 'HD', 'column hd_name', 'hd_name'],
  ['HIP-1', 'HIP', 'column hip_name', 'hip_name'],
  [' TIC 5 ', 'TIC', 'column tic_id', 'tic_id'],
  ['Gaia DR3 123', 'Gaia', 'columns gaia_dr2_id, gaia_dr3_id', 'gaia_dr3_id'],
  ['Gaia EDR3 123', 'Gaia', 'columns gaia_dr2_id, gaia_dr3_id', 'gaia_dr3_id'],
  ['Gaia 123', 'Gaia', 'columns gaia_dr2_id, gaia_dr3_id', 'gaia_dr3_id'],
  ['KIC 1', 'KIC', 'table cumulative', 'cumulative.kepid'],
  ['KOI-752.01', 'KOI', 'tables cumulative, keplernames', 'cumulative.kepoi_name'],
  ['K00752.01', 'KOI', 'tables cumulative, keplernames', 'cumulative.kepoi_name'],
  ['EPIC 2', 'EPIC', 'tables k2pandc, k2names', 'k2pandc.epic_hostname'],
  ['TOI-700', 'TOI', 'table toi', 'toi.toi'],
])('%s is told as a number of a catalog that the archive lacks', (name, numbers, place, via) => {
  const notice = `This archive has no list of ${numbers} numbers (${place}): use another name of the star.`
  expect(absentCatalog(name, [])).toBe(notice)
  expect(
    absentCatalog(
      name,
      ALL.filter((one) => one !== via),
    ),
  ).toBe(notice)
  expect(absentCatalog(name, [via])).toBeUndefined()
  expect(absentCatalog(name, ALL)).toBeUndefined()
})

test.each(['HDx 1', 'AHD 1', 'HD', 'K2-18 b', 'Kepler-22', 'TICK 5', 'Gaia', 'Gaia-x1', ''])(
  '%j is no such number',
  (name) => {
    expect(absentCatalog(name, [])).toBeUndefined()
  },
)
