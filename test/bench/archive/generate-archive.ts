import { copyFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { seededRandom } from '../load/seeded-random.ts'
import type { DeclaredColumn, RowIdentity } from './generate-column.ts'
import { cellMaker } from './generate-column.ts'

/** Rows of the archive's tables of late 2025. */
const FULL_ROWS = { exoplanets: 39_119, stellarhosts: 46_887 } as const
/** How the archive's TAP_SCHEMA names the table behind each of ours. */
const DECLARED_TABLE = { exoplanets: 'ps', stellarhosts: 'stellarhosts' } as const
/** Declared in TAP_SCHEMA, but not part of what `select *` gives. */
const UNPUBLISHED = new Set(['gaia_id'])
const PLANETS_PER_HOST = 1.35
const ROWS_PER_PLANET = 6.5
const ROWS_PER_WRITE = 2000
const CATALOGS = ['Kepler-', 'K2-', 'TOI-', 'WASP-', 'HD ', 'GJ ', 'OGLE-2015-BLG-', "Barnard's ", 'BD+20 ', 'TYC 1.']

/** A host and its planets, as both tables name them. */
interface System {
  readonly hostname: string
  readonly planets: readonly { readonly name: string; readonly letter: string; readonly references: number }[]
}

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    ;[items[index], items[other]] = [items[other]!, items[index]!]
  }
  return items
}

/** Systems with exactly `rows` planet rows in all; most planets have few references, some have dozens. */
function makeSystems(rows: number, random: () => number): System[] {
  const systems: System[] = []
  let left = rows
  while (left > 0) {
    const hostname = `${CATALOGS[systems.length % CATALOGS.length]}${systems.length + 1}`
    const count = 1 + Math.floor(-Math.log(1 - random()) * (PLANETS_PER_HOST - 1) * 1.4)
    const planets: System['planets'][number][] = []
    for (let index = 0; index < Math.min(count, 8) && left > 0; index += 1) {
      const letter = 'bcdefghi'[index]!
      const wanted = 1 + Math.floor(-Math.log(1 - random()) * (ROWS_PER_PLANET - 0.5))
      const references = Math.min(wanted, left)
      planets.push({ name: `${hostname} ${letter}`, letter, references })
      left -= references
    }
    systems.push({ hostname, planets })
  }
  return systems
}

function planetRows(systems: readonly System[], random: () => number): RowIdentity[] {
  const rows: Omit<RowIdentity, 'row'>[] = []
  for (const [host, { hostname, planets }] of systems.entries()) {
    for (const { name, letter, references } of planets) {
      const chosen = Math.floor(random() * references)
      for (let index = 0; index < references; index += 1)
        rows.push({ hostname, planet: name, letter, isDefault: index === chosen, host })
    }
  }
  return shuffle(rows, random).map((row, index) => ({ ...row, row: index }))
}

/** Every host once at least, except one in a hundred that the table of hosts lacks; some are hosts of no planet. */
function hostRows(systems: readonly System[], rows: number, random: () => number): RowIdentity[] {
  const hosts = systems.map(({ hostname }, host) => ({ hostname, host })).filter(({ host }) => host % 100 !== 99)
  for (let index = 0; index < systems.length / 50; index += 1)
    hosts.push({ hostname: `Binary ${index} B`, host: systems.length + index })
  return Array.from({ length: rows }, (_, row) => {
    const pick = row < hosts.length ? hosts[row]! : hosts[Math.floor(random() * hosts.length)]!
    return { ...pick, isDefault: false, row }
  })
}

function quote(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

async function writeTable(path: string, columns: readonly DeclaredColumn[], rows: readonly RowIdentity[]) {
  const makers = columns.map((column, number) => [column.name, cellMaker(column, number)] as const)
  // A printed form or an uncertainty needs its value first, whatever the order of the columns.
  const byDependence = [/./, /err[12]$|lim$/, /str$/].flatMap((pattern, pass, all) =>
    makers.filter(([name]) => pattern.test(name) && !all.slice(pass + 1).some((later) => later.test(name))),
  )
  const file = await open(path, 'w')
  try {
    await file.write(`${columns.map(({ name }) => name).join(',')}\n`)
    for (let start = 0; start < rows.length; start += ROWS_PER_WRITE) {
      const lines = rows.slice(start, start + ROWS_PER_WRITE).map((identity) => {
        const cells = new Map<string, string>()
        for (const [name, make] of byDependence) cells.set(name, make(identity, cells))
        return columns.map(({ name }) => quote(cells.get(name)!)).join(',')
      })
      await file.write(`${lines.join('\n')}\n`)
    }
  } finally {
    await file.close()
  }
}

/** Reads the declared columns of both tables from a `columns.csv` of the archive. */
async function declaredColumns(path: string): Promise<(table: string) => DeclaredColumn[]> {
  const { data } = Papa.parse<Record<string, string>>(await Bun.file(path).text(), {
    header: true,
    skipEmptyLines: true,
  })
  return (table) =>
    data
      .filter((row) => row.table_name === table && !UNPUBLISHED.has(row.column_name ?? ''))
      .map((row) => ({ name: row.column_name ?? '', datatype: row.datatype ?? '' }))
}

/**
 * Writes an archive folder with the archive's own column names and types, and generated rows: several per planet and
 * host, one `default_flag = 1` per planet, near half of the cells null. `scale` 1 is the full size.
 */
export async function generateArchive(columnsFile: string, outDir: string, scale = 1, seed = 20251128): Promise<void> {
  const random = seededRandom(seed)
  const columnsOf = await declaredColumns(columnsFile)
  const planets = Math.max(1, Math.round(FULL_ROWS.exoplanets * scale))
  const hosts = Math.max(1, Math.round(FULL_ROWS.stellarhosts * scale))
  const systems = makeSystems(planets, random)
  await mkdir(outDir, { recursive: true })
  await copyFile(columnsFile, join(outDir, 'columns.csv'))
  const table = (name: keyof typeof DECLARED_TABLE) => columnsOf(DECLARED_TABLE[name])
  await writeTable(join(outDir, 'exoplanets.csv'), table('exoplanets'), planetRows(systems, random))
  await writeTable(join(outDir, 'stellarhosts.csv'), table('stellarhosts'), hostRows(systems, hosts, random))
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { columns: { type: 'string' }, out: { type: 'string' }, scale: { type: 'string', default: '1' } },
  })
  if (values.columns === undefined || values.out === undefined) {
    process.stderr.write(
      'Usage: bun test/bench/archive/generate-archive.ts --columns COLUMNS.CSV --out DIR [--scale 1]\n',
    )
    process.exit(1)
  }
  await generateArchive(values.columns, values.out, Number(values.scale))
}
