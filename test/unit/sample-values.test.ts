import { expect } from 'bun:test'
import { join } from 'node:path'
import { agrees, bibcode, findCandidates, readPublishedRows } from '../fixtures/archives/published-values.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../fixtures/archives/real-archive.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'
import { SAMPLE_ARCHIVE } from '../fixtures/snapshots/built-snapshot.ts'
import { type CsvRow, readCsvRows } from '../fixtures/values/csv-rows.ts'

const planetRows = readCsvRows(join(SAMPLE_ARCHIVE, 'exoplanets.csv'))
const hostRows = readCsvRows(join(SAMPLE_ARCHIVE, 'stellarhosts.csv'))
const planetNames = new Set(planetRows.map((row) => row.pl_name!))
const hostNames = new Set(hostRows.map((row) => row.hostname!))

const published = realArchive === undefined ? undefined : readPublishedRows(realArchive, planetNames, hostNames)

/** Names and references are looked up, not compared; a limit flag decides what its value is compared with. */
const isCompared = (column: string): boolean =>
  !/^(pl_name|hostname|pl_refname|st_refname|default_flag)$|lim$/.test(column)
const isOfHost = (column: string): boolean => /^(st|sy)_/.test(column)

skipUnless(published !== undefined, NO_REAL_ARCHIVE).test(
  'every value is one that the archive publishes for the same planet or host',
  () => {
    const { planets, hosts } = published!
    const disagreeing: string[] = []
    const misattributed: string[] = []
    let compared = 0
    let lacking = 0
    let attributed = 0
    const compare = (row: CsvRow, name: string, reference: string, ofPlanet: readonly CsvRow[]): void => {
      for (const [column, cell] of Object.entries(row)) {
        if (cell === '' || !isCompared(column)) continue
        const rows = isOfHost(column) ? (hosts.get(row.hostname!) ?? []) : ofPlanet
        const candidates = findCandidates(row, column, rows)
        if (candidates.length === 0) {
          lacking += 1
          continue
        }
        compared += 1
        if (!candidates.some((candidate) => agrees(cell, column, candidate)))
          disagreeing.push(`${name} ${column} ${cell}`)
        const own = bibcode(row[reference])
        const sameReference = candidates.filter((candidate) => bibcode(candidate.row[reference]) === own)
        if (sameReference.length === 0 || column.startsWith('sy_')) continue
        attributed += 1
        if (!sameReference.some((candidate) => agrees(cell, column, candidate)))
          misattributed.push(`${name} ${column} ${cell}, ${own}`)
      }
    }
    for (const row of planetRows) compare(row, row.pl_name!, 'pl_refname', planets.get(row.pl_name!) ?? [])
    for (const row of hostRows) compare(row, row.hostname!, 'st_refname', hosts.get(row.hostname!) ?? [])
    process.stdout.write(
      `Sample values: ${compared} compared with the real archive, ${attributed} of them also with the row of the same publication; ${lacking} that it does not list.\n`,
    )
    expect(disagreeing).toEqual([])
    expect(misattributed).toEqual([])
    expect(compared).toBeGreaterThan(7000)
    expect(attributed).toBeGreaterThan(1800)
  },
)

skipUnless(published !== undefined, NO_REAL_ARCHIVE).test(
  'planets, hosts and systems have the names that the archive gives them',
  () => {
    const { planets, hosts } = published!
    const ofAnotherHost = planetRows.filter(({ pl_name, hostname }) => {
      const rows = planets.get(pl_name!)
      return rows !== undefined && !rows.some((row) => row.hostname === hostname)
    })
    const unknownHosts = [...hostNames].filter((name) => !hosts.has(name))
    const unknownPlanets = [...planetNames].filter((name) => !planets.has(name))
    expect(ofAnotherHost).toEqual([])
    expect(unknownHosts).toEqual([])
    // Found or renamed after the tables at hand were saved.
    expect(unknownPlanets.sort()).toEqual([
      'Barnard b',
      'Barnard c',
      'Barnard d',
      'Barnard e',
      'Proxima Cen d',
      'TOI-1338 A b',
      "Teegarden's Star d",
    ])
  },
)
