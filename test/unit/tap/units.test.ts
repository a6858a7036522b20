import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ucdOf } from '../../../src/units/ucds.ts'
import { voUnit } from '../../../src/units/vo-units.ts'
import { realArchive } from '../../fixtures/archives/real-archive.ts'
import { isVoUnit, ucdFault } from '../../fixtures/tap/ucd-words.ts'

const TABLES = ['ps', 'pscomppars', 'stellarhosts', 'toi', 'cumulative', 'k2pandc']

/** The text of the tables, from which the columns that they know are read. */
const source = await Bun.file(join(import.meta.dir, '../../../src/units/ucds.ts')).text()
const columns = [
  ...new Set([...source.matchAll(/\b([a-z][a-z0-9_]*): '[a-z]+\.[\w.;-]*'/gi)].map((match) => match[1]!)),
]

describe('UCDs', () => {
  test('each is made of words of the list, in places where they may stand', () => {
    expect(columns.length).toBeGreaterThan(100)
    for (const table of TABLES) {
      for (const column of columns.flatMap((name) => ['', 'err1', '_err2', 'lim'].map((suffix) => name + suffix))) {
        const ucd = ucdOf(table, column)
        if (ucd !== undefined) expect([table, column, ucd, ucdFault(ucd)]).toEqual([table, column, ucd, undefined])
      }
    }
  })

  test.each([
    ['ps', 'pl_name', 'meta.id;meta.main'],
    ['ps', 'hostname', 'meta.id.parent'],
    ['stellarhosts', 'hostname', 'meta.id;meta.main'],
    ['toi', 'toi', 'meta.id;meta.main'],
    ['ps', 'toi', undefined],
    ['ps', 'ra', 'pos.eq.ra;meta.main'],
    ['ps', 'raerr1', 'stat.error;pos.eq.ra'],
    ['ps', 'pl_orbpererr2', 'stat.error;time.period.revolution'],
    ['ps', 'pl_radelim', 'meta.code.error;phys.size.radius'],
    ['cumulative', 'koi_period_err1', 'stat.error;time.period.revolution'],
    ['cumulative', 'koi_fpflag_nt', 'meta.code'],
    ['ps', 'tran_flag', 'meta.code'],
    ['ps', 'pl_refnameerr1', undefined],
    ['ps', 'pl_trandep', undefined],
    ['ps', 'constructor', undefined],
    ['elsewhere', 'pl_name', undefined],
    ['elsewhere', 'dec', 'pos.eq.dec;meta.main'],
  ])('%s.%s', (table, column, ucd) => {
    expect(ucdOf(table, column)).toBe(ucd as string)
  })

  test('a table has one main identifier and one main position', () => {
    for (const table of TABLES) {
      const main = columns.map((column) => ucdOf(table, column)).filter((ucd) => ucd?.includes('meta.main'))
      expect([table, [...new Set(main)].toSorted()]).toEqual([
        table,
        ['meta.id;meta.main', 'pos.eq.dec;meta.main', 'pos.eq.ra;meta.main'],
      ])
      expect(main.filter((ucd) => ucd === 'meta.id;meta.main').length).toBe(1)
    }
  })
})

describe('units', () => {
  test.each([
    ['deg', 'ra', 'deg', undefined],
    ['day', 'pl_orbper', 'd', 'day'],
    ['Rearth', 'pl_rade', "'earthRad'", 'Rearth'],
    ['Msun', 'st_mass', 'solMass', 'Msun'],
    ['log(Lsun)', 'st_lum', 'log(solLum)', 'log(Lsun)'],
    ['log(cm/s**2)', 'st_logg', 'log(cm/s**2)', undefined],
    ['cm/s**2', 'st_logg', 'log(cm/s**2)', 'cm/s**2'],
    ['dex', 'st_met', undefined, 'dex'],
    ['hhmmss', 'rastr', undefined, 'hhmmss'],
    ['', 'pl_name', undefined, undefined],
    [undefined, 'pl_name', undefined, undefined],
    ['constructor', 'pl_name', undefined, 'constructor'],
  ])('%p of %s', (archiveUnit, column, unit, archiveSpelling) => {
    expect(voUnit(archiveUnit, column)).toEqual({ unit, archiveSpelling })
  })

  test('all units of the real archive are VOUnits or left out', async () => {
    if (realArchive === undefined) return
    const lines = (await Bun.file(join(realArchive, 'columns.csv')).text()).trim().split('\n').slice(1)
    const left = new Set<string>()
    for (const line of lines) {
      const [, column = '', , archiveUnit = ''] = line.split(',')
      const { unit } = voUnit(archiveUnit, column)
      if (unit === undefined) left.add(archiveUnit)
      else expect([unit, isVoUnit(unit)]).toEqual([unit, true])
    }
    for (const unit of ['', 'dex', 'hhmmss', 'ddmmss', 'Searth']) left.delete(unit)
    expect([...left].filter((unit) => !unit.includes('"') && !unit.includes('['))).toEqual([])
  })

  test('every spelling that is known gives a VOUnit', async () => {
    const text = await Bun.file(join(import.meta.dir, '../../../src/units/vo-units.ts')).text()
    const spellings = [...text.matchAll(/^ {2}'?([\w%/*() ]+?)'?(?::|,)/gm)].map((match) => match[1]!)
    const known = spellings.filter((spelling) => voUnit(spelling, 'x').unit !== undefined)
    expect(known.length).toBeGreaterThan(35)
    for (const spelling of known) expect([spelling, isVoUnit(voUnit(spelling, 'x').unit!)]).toEqual([spelling, true])
    for (const wrong of ['day', 'Rearth', 'Msun', 'dex', 'ppm', '', 'km s', 'solar'])
      expect([wrong, isVoUnit(wrong)]).toEqual([wrong, false])
  })
})
