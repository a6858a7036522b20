import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { PageTable } from '../../src/core/ports.ts'
import { EXPORT_FORMATS } from '../../src/format/export-pack.ts'
import { allTables } from '../../src/format/manifest.ts'
import { NAME_COLUMN, TABLE_NAMES } from '../../src/format/table.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'

const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

/** The catalog as text: the SQL of its schema, and each row as its table, its rowid and exact literals. */
function renderCatalog(path: string, tables: Iterable<string>): string {
  const database = new Database(path, { readonly: true })
  const lines = database
    .query<{ sql: string }, []>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rootpage')
    .all()
    .map(({ sql }) => `${sql};`)
  for (const table of tables) {
    const columns = database.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`).all()
    const literals = columns.map(({ name }) => `quote("${name}")`).join(` || ',' || `)
    const rows = database.query(`SELECT rowid || ': ' || ${literals} FROM ${table} ORDER BY rowid`).values()
    lines.push(...rows.map(([row]) => `${table} ${row}`))
  }
  database.close()
  return `${lines.join('\n')}\n`
}

/** Each column of a page file with its distinct values and its order, in the words of page-file.ts. */
function renderPages({ rows, columns, defaultRows, defaultLines }: PageTable): string {
  const ofColumn = [...columns.values()].map(
    ({ name, distinct, nonNull, codes, order, starts, offsets, fragments }) => ({
      name,
      distinct,
      nonNull,
      values: Array.from({ length: distinct + 1 }, (_, code) =>
        decode(fragments.subarray(offsets[code]!, offsets[code + 1]!)),
      ),
      codes: [...codes].join(' '),
      order: [...order].join(' '),
      starts: [...starts].join(' '),
    }),
  )
  const text = {
    rows,
    columns: ofColumn,
    defaultColumns: defaultRows.columns,
    defaultRows: decode(defaultRows.bytes),
    defaultLines: decode(defaultLines.bytes),
  }
  return `${JSON.stringify(text, null, 1)}\n`
}

/**
 * A built data folder as text that a person can compare, by path: the manifest as it is (its hashes stand for every byte
 * of the other files), the catalog, page files and exports decoded, of the insights their slugs.
 */
export async function renderSnapshot(dataDir: string): Promise<Map<string, string>> {
  const snapshot = await openSnapshot(dataDir)
  const { manifest } = snapshot
  const tables = [...allTables(manifest).keys()]
  const files = new Map<string, string>()
  files.set('manifest.json', await Bun.file(join(dataDir, 'manifest.json')).text())
  files.set('catalog.sql', renderCatalog(snapshot.catalogPath, tables))
  for (const table of tables) files.set(`pages/${table}.json`, renderPages(snapshot.pageTable(table)))
  files.set('insights.txt', `${Object.keys(manifest.files.insights).join('\n')}\n`)
  for (const table of TABLE_NAMES) {
    const entity = table === 'exoplanets' ? 'exoplanet' : 'stellarhost'
    for (const name of snapshot.exportNames(entity))
      for (const format of EXPORT_FORMATS) {
        const found = snapshot.findExport(entity, name, format)
        if (found === undefined) throw new Error(`No ${format} export of ${NAME_COLUMN[table]} ${name}.`)
        files.set(
          `exports/${table}.${format}`,
          `${files.get(`exports/${table}.${format}`) ?? ''}${decode(found.identity())}\n`,
        )
      }
  }
  return files
}
