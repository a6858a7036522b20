import { describe, expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { INSIGHTS } from '../../build/insights/definitions/index.ts'
import type { InsightResult } from '../../src/core/answers/insight.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../fixtures/snapshots/built-snapshot.ts'
import { type CsvRow, readCsvRows } from '../fixtures/values/csv-rows.ts'

const read = (file: string): CsvRow[] => readCsvRows(join(SAMPLE_ARCHIVE, file))
const planetRows = read('exoplanets.csv')
const hostRows = read('stellarhosts.csv')
const columnRows = read('columns.csv')
const defaults = planetRows.filter((row) => row.default_flag === '1')

const distinct = (rows: readonly CsvRow[], column: string): Set<string> => new Set(rows.map((row) => row[column]!))
/** A cell as a number, undefined where it is empty. */
const value = (row: CsvRow, column: string): number | undefined =>
  row[column] === '' ? undefined : Number(row[column])
const label = (row: CsvRow): string => `${row.pl_name ?? row.hostname} (${row.pl_pubdate ?? row.st_refname})`
const ratioIsWithin = (ratio: number, tolerance: number): boolean => Math.abs(ratio - 1) <= tolerance

describe('the sample archive', () => {
  test('holds at least 60 systems and 150 planets, well below 150 kB', () => {
    expect(distinct(hostRows, 'sy_name').size).toBeGreaterThanOrEqual(60)
    expect(distinct(planetRows, 'pl_name').size).toBeGreaterThanOrEqual(150)
    const files = ['exoplanets.csv', 'stellarhosts.csv', 'columns.csv', 'provenance.json', 'README.md']
    const bytes = files.reduce((sum, file) => sum + statSync(join(SAMPLE_ARCHIVE, file)).size, 0)
    expect(bytes).toBeLessThan(140_000)
  })

  test('declares each column of both tables once, with a description and a datatype', () => {
    const declared = (table: string): string[] =>
      columnRows.filter((row) => row.table_name === table).map((row) => row.column_name!)
    expect(declared('ps')).toEqual(Object.keys(planetRows[0]!))
    expect(declared('stellarhosts')).toEqual(Object.keys(hostRows[0]!))
    expect(declared('ps').length).toBeGreaterThanOrEqual(40)
    expect(declared('stellarhosts').length).toBeGreaterThanOrEqual(18)
    for (const row of columnRows) {
      expect(row.description).not.toBe('')
      expect(row.datatype).toBeOneOf(['char', 'double', 'int'])
    }
  })

  test('has one chosen reference per planet, and several references for many', () => {
    expect(defaults.map((row) => row.pl_name!).sort()).toEqual([...distinct(planetRows, 'pl_name')].sort())
    const references = Map.groupBy(planetRows, (row) => row.pl_name!)
    const several = [...references.values()].filter((rows) => distinct(rows, 'pl_refname').size > 1)
    expect(several.length).toBeGreaterThanOrEqual(15)
  })

  test('has the host of every planet but one, with the same system values in both tables', () => {
    const listed = distinct(hostRows, 'hostname')
    const missing = [...distinct(planetRows, 'hostname')].filter((name) => !listed.has(name))
    expect(missing).toEqual(['PSR B1620-26'])
    for (const column of ['sy_snum', 'sy_pnum', 'sy_vmag', 'sy_jmag'])
      for (const [host, rows] of Map.groupBy([...planetRows, ...hostRows], (row) => row.hostname!))
        expect([host, column, distinct(rows, column).size]).toEqual([host, column, 1])
  })

  test('gives a host one set of values per publication', () => {
    for (const rows of Map.groupBy(hostRows, (row) => `${row.hostname} ${row.st_refname}`).values())
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1)
    const star = new Map(hostRows.map((row) => [`${row.hostname} ${row.st_refname}`, row]))
    for (const row of planetRows) {
      const host = star.get(`${row.hostname} ${row.pl_refname}`)
      for (const column of ['st_teff', 'st_rad', 'st_mass', 'st_lum', 'st_met'])
        expect([label(row), column, row[column]]).toEqual([label(row), column, host?.[column] ?? ''])
    }
  })

  test('counts no fewer planets in a system than it lists', () => {
    const system = new Map(hostRows.map((row) => [row.hostname!, row.sy_name!]))
    for (const rows of Map.groupBy(defaults, (row) => system.get(row.hostname!)!).values())
      expect(rows.length).toBeLessThanOrEqual(Number(rows[0]!.sy_pnum))
    const trappist = defaults.filter((row) => row.hostname === 'TRAPPIST-1')
    expect(trappist.map((row) => row.sy_pnum)).toEqual(Array(7).fill('7'))
  })

  test('has each value with its uncertainties and limit flag, or none of them', () => {
    const flagged = Object.keys(planetRows[0]!).filter((column) => column.endsWith('lim'))
    for (const row of planetRows)
      for (const flag of flagged) {
        const column = flag.slice(0, -3)
        expect([label(row), column, row[flag] === '']).toEqual([label(row), column, row[column] === ''])
        for (const side of ['err1', 'err2'])
          if ((row[column + side] ?? '') !== '') expect([label(row), column, row[column]]).not.toContain('')
      }
    for (const row of [...planetRows, ...hostRows])
      for (const [column, cell] of Object.entries(row)) {
        if (column.endsWith('lim')) expect(cell).toBeOneOf(['', '1', '0', '-1'])
        if (column.endsWith('err1') && cell !== '') expect(Number(cell)).toBeGreaterThanOrEqual(0)
        if (column.endsWith('err2') && cell !== '') expect(Number(cell)).toBeLessThanOrEqual(0)
      }
  })

  test('gives every insight something to show', async () => {
    const { dataDir, manifest } = await builtSnapshot()
    expect(Object.keys(manifest.files.insights)).toEqual(INSIGHTS.map(({ slug }) => slug))
    for (const { path } of Object.values(manifest.files.insights)) {
      const { meta, rows }: InsightResult = await Bun.file(join(dataDir, path)).json()
      expect([meta.slug, rows > 2]).toEqual([meta.slug, true])
    }
  })

  test('states where it comes from, with the acknowledgement that the archive asks for', () => {
    const readme = readFileSync(join(SAMPLE_ARCHIVE, 'README.md'), 'utf8').replaceAll('\n', ' ')
    expect(readme).toContain(
      'This research has made use of the NASA Exoplanet Archive, which is operated by the California Institute of Technology, under contract with the National Aeronautics and Space Administration under the Exoplanet Exploration Program.',
    )
    for (const count of [
      `| ${planetRows.length} | planets by reference`,
      `${distinct(planetRows, 'pl_name').size} planets around ${distinct(planetRows, 'hostname').size} hosts`,
      `| ${hostRows.length} | hosts by reference`,
      `${distinct(hostRows, 'hostname').size} hosts in ${distinct(hostRows, 'sy_name').size} systems`,
      `| ${columnRows.length} | description`,
    ])
      expect(readme).toContain(count)
    const provenance: unknown = JSON.parse(readFileSync(join(SAMPLE_ARCHIVE, 'provenance.json'), 'utf8'))
    const newest = [...distinct(planetRows, 'pl_pubdate')].sort().at(-1)!
    expect(provenance).toMatchObject({
      source: expect.stringContaining('literature'),
      fetchedAt: expect.stringMatching(new RegExp(`^${newest}-\\d\\d$`)),
    })
  })
})

describe('the awkward cases of the real archive are in the sample', () => {
  test('names with plus, dot and apostrophe', () => {
    for (const sign of ['+', '.', "'"]) {
      expect([...distinct(planetRows, 'pl_name')].filter((name) => name.includes(sign))).not.toEqual([])
      expect([...distinct(hostRows, 'hostname')].filter((name) => name.includes(sign))).not.toEqual([])
    }
  })

  test('a star and a planet whose names differ in case only', () => {
    expect(distinct(hostRows, 'hostname')).toContain('HAT-P-7 B')
    expect(distinct(planetRows, 'pl_name')).toContain('HAT-P-7 b')
    expect(distinct(hostRows, 'hostname')).not.toContain('HAT-P-7 b')
    expect(distinct(planetRows, 'pl_name')).not.toContain('HAT-P-7 B')
  })

  test('planets not named after their host, and hosts not named like their system', () => {
    const host = new Map(planetRows.map((row) => [row.pl_name!, row.hostname!]))
    expect(host.get('pi Men c')).toBe('HD 39091')
    expect(host.get('Kepler-90 i')).toBe('KOI-351')
    expect(host.get('Barnard b')).toBe("Barnard's star")
    const system = new Map(hostRows.map((row) => [row.hostname!, row.sy_name!]))
    expect(system.get('Proxima Cen')).toBe('alf Cen')
    expect(system.get('GJ 667 C')).toBe('GJ 667')
  })

  test('hosts with several rows, systems of several stars, circumbinary and controversial planets', () => {
    const several = [...Map.groupBy(hostRows, (row) => row.hostname!).values()].filter((rows) => rows.length > 1)
    expect(several.length).toBeGreaterThanOrEqual(20)
    expect(hostRows.some((row) => Number(row.sy_snum) > 2)).toBe(true)
    expect(defaults.filter((row) => row.cb_flag === '1').length).toBeGreaterThanOrEqual(3)
    expect(defaults.filter((row) => row.pl_controv_flag === '1').length).toBeGreaterThanOrEqual(1)
  })

  test('upper limits, empty cells and one exact duplicate row in each table', () => {
    for (const column of ['pl_rade', 'pl_bmasse', 'pl_orbeccen'])
      expect(planetRows.filter((row) => row[`${column}lim`] === '1')).not.toEqual([])
    for (const rows of [planetRows, hostRows]) {
      expect(rows.some((row) => Object.values(row).includes(''))).toBe(true)
      expect(rows.length - new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1)
    }
  })

  test('references as HTML links with unquoted attributes and raw ampersands', () => {
    const link =
      /^<a refstr=[A-Z_]+_\d{4} href=https:\/\/ui\.adsabs\.harvard\.edu\/abs\/\d{4}[\w.&]{14}[A-Z]\/abstract target=ref>[^<>]+ \d{4}<\/a>$/
    const references = [...distinct(planetRows, 'pl_refname'), ...distinct(hostRows, 'st_refname')]
    expect(references.filter((cell) => !link.test(cell))).toEqual([])
    expect(references).toContain(
      '<a refstr=MAYOR__QUELOZ_1995 href=https://ui.adsabs.harvard.edu/abs/1995Natur.378..355M/abstract target=ref>Mayor & Queloz 1995</a>',
    )
  })

  test('a publication has one link and one date', () => {
    for (const rows of Map.groupBy(planetRows, (row) => row.pl_refname!).values())
      expect(distinct(rows, 'pl_pubdate').size).toBe(1)
    for (const row of planetRows) {
      const [, year] = /(\d{4})<\/a>$/.exec(row.pl_refname!)!
      expect(row.pl_refname).toContain(`/abs/${year}`)
      expect(row.pl_pubdate).toMatch(new RegExp(`^${year}-(0[1-9]|1[0-2])$`))
    }
  })
})

describe('the sample obeys physics', () => {
  /** Rows in which all of these columns hold a measurement, as numbers. */
  function measured(...columns: string[]): { row: CsvRow; values: number[] }[] {
    return planetRows.flatMap((row) => {
      const values = columns.flatMap((column) => (row[`${column}lim`] === '1' ? [] : (value(row, column) ?? [])))
      return values.length === columns.length ? [{ row, values }] : []
    })
  }

  test('radii and masses in Jupiter units are those in Earth units within 2 %', () => {
    for (const [earth, jupiter, factor] of [
      ['pl_rade', 'pl_radj', 11.21],
      ['pl_bmasse', 'pl_bmassj', 317.83],
    ] as const)
      for (const row of planetRows) {
        expect([label(row), row[earth] === '']).toEqual([label(row), row[jupiter] === ''])
        if (row[earth] === '') continue
        const ratio = value(row, earth)! / value(row, jupiter)! / factor
        expect([label(row), earth, ratioIsWithin(ratio, 0.02)]).toEqual([label(row), earth, true])
      }
  })

  test("orbits around one star obey Kepler's third law: the axis within 10 %", () => {
    const orbits = measured('pl_orbper', 'pl_orbsmax', 'st_mass').filter(({ row }) => row.cb_flag === '0')
    expect(orbits.length).toBeGreaterThan(80)
    for (const { row, values } of orbits) {
      const [days, axis, mass] = values as [number, number, number]
      const expected = Math.cbrt((days / 365.25) ** 2 * mass)
      expect([label(row), axis, ratioIsWithin(axis / expected, 0.1)]).toEqual([label(row), axis, true])
    }
  })

  test('densities follow from mass and radius within 20 %', () => {
    const planets = measured('pl_dens', 'pl_bmasse', 'pl_rade')
    expect(planets.length).toBeGreaterThan(30)
    for (const { row, values } of planets) {
      const [density, mass, radius] = values as [number, number, number]
      // Mean density of Earth, g/cm**3.
      const ratio = density / ((5.513 * mass) / radius ** 3)
      expect([label(row), density, ratioIsWithin(ratio, 0.2)]).toEqual([label(row), density, true])
    }
  })

  test('eccentricities, years, distances and temperatures lie in their ranges', () => {
    const range = (rows: readonly CsvRow[], column: string, low: number, high: number): void => {
      for (const row of rows) {
        const cell = value(row, column)
        if (cell !== undefined)
          expect([label(row), column, cell >= low && cell <= high]).toEqual([label(row), column, true])
      }
    }
    range(planetRows, 'pl_orbeccen', 0, 0.999)
    range(planetRows, 'disc_year', 1989, 2025)
    range(planetRows, 'pl_eqt', 30, 5000)
    range(planetRows, 'pl_projobliq', -180, 360)
    for (const rows of [planetRows, hostRows]) {
      range(rows, 'sy_dist', 1.3, 10_000)
      range(rows, 'st_teff', 2300, 60_000)
      range(rows, 'st_lum', -4, 3)
    }
  })
})
