import type { Snapshot } from '../core/ports.ts'
import { counted } from '../core/text/counts.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import { columnInfo } from '../format/column.ts'
import { EXPORT_TABLE, type ExportEntity, type ExportFormat } from '../format/export-pack.ts'
import { EXPORTED_TABLES, hasDefaultFlag, snapshotFacts } from '../format/manifest.ts'
import { NAME_COLUMN, planetListColumns } from '../format/table.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import { csvLine, jsonRow, type SqlCatalog, type SqlValue } from './sql-catalog.ts'

type Row = readonly SqlValue[]

function csvFile(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows].map(csvLine).join('')
}

/** A host's planets: the default row of each, or its first row, in order of the planet's first row. */
function planetsOf(catalog: SqlCatalog, snapshot: Snapshot, host: string): string {
  const columns = planetListColumns(snapshot.manifest.tables.exoplanets)
  const select = columns.map(quotedName).join(', ')
  const rows = catalog.rows(
    `SELECT pl_name, ${hasDefaultFlag(snapshot.manifest) ? 'default_flag = 1' : '0'}, ${select} FROM exoplanets WHERE hostname = ? AND pl_name IS NOT NULL ORDER BY rowid`,
    host,
  )
  const chosen = new Map<SqlValue, { readonly isDefault: boolean; readonly row: Row }>()
  for (const [planet, flag, ...row] of rows) {
    const held = chosen.get(planet!)
    if (held === undefined || (flag === 1n && !held.isDefault)) chosen.set(planet!, { isDefault: flag === 1n, row })
  }
  return `[${[...chosen.values()].map(({ row }) => jsonRow(columns, row)).join(',')}]`
}

/** The bytes of an export, or a sentence with the reason why it is missing. */
function unpacked(snapshot: Snapshot, entity: ExportEntity, name: string, format: ExportFormat): Uint8Array | string {
  try {
    return snapshot.findExport(entity, name, format)?.identity() ?? `"${name}" has no ${format} export.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Compares every export of one kind, JSON and CSV, byte by byte with the SQL rows for its name. */
export function checkExports(
  catalog: SqlCatalog,
  snapshot: Snapshot,
  entity: ExportEntity,
  onProgress: (done: number, total: number) => void,
): CheckResult {
  const table = EXPORT_TABLE[entity]
  const comparison = new Comparison(`Exports of ${table} against SQL`)
  const { manifest } = snapshot
  const key = quotedName(NAME_COLUMN[table])
  const columns = manifest.tables[table].columns.map(({ name }) => name)
  const tail = `"metadata":${JSON.stringify(manifest.tables[table].columns.map(columnInfo))},"snapshot":${JSON.stringify(snapshotFacts(manifest, EXPORTED_TABLES[table]))}}`
  const names = snapshot.exportNames(entity)
  const wanted = catalog.rows(`SELECT DISTINCT ${key} FROM ${table} WHERE ${key} IS NOT NULL ORDER BY 1`)
  comparison.same(`The names with an export of ${table}`, names.join('\n'), wanted.join('\n'))
  const select = `SELECT ${columns.map(quotedName).join(', ')} FROM ${table} WHERE ${key} = ? ORDER BY rowid`
  let bytes = 0
  for (const [index, name] of names.entries()) {
    const rows = catalog.rows(select, name)
    const planets = entity === 'exoplanet' ? '' : `"planets":${planetsOf(catalog, snapshot, name)},`
    const records = rows.map((row) => jsonRow(columns, row)).join(',')
    const files = {
      json: `{"entity":${JSON.stringify(entity)},"name":${JSON.stringify(name)},"records":[${records}],${planets}${tail}`,
      csv: csvFile(columns, rows),
    }
    for (const format of ['json', 'csv'] as const) {
      const expected = Buffer.from(files[format])
      const stored = unpacked(snapshot, entity, name, format)
      if (typeof stored === 'string') comparison.differ(stored)
      else comparison.sameBytes(`The ${format} export of "${name}"`, stored, expected)
      bytes += expected.byteLength
    }
    onProgress(index + 1, names.length)
  }
  return comparison.done(`${counted(names.length, 'name')}, JSON and CSV, ${(bytes / 1e6).toFixed(1)} MB unpacked`)
}
