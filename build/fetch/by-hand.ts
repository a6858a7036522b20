import { dirname, join } from 'node:path'
import { baseName, type FetchConfig } from './fetch-settings.ts'
import { queryAddress } from './tap-client.ts'

/** The columns of TAP_SCHEMA.columns that a build reads. */
export const COLUMN_FACTS = ['table_name', 'column_name', 'description', 'unit', 'datatype'] as const

/** Query for an entire table. */
export function tableQuery(table: string): string {
  return `select * from ${table}`
}

/** Query for the column catalog of some tables, and the part of it that selects its rows. */
export function columnsQuery(tables: readonly string[]): { readonly query: string; readonly where: string } {
  const where = `from TAP_SCHEMA.columns where table_name in (${tables.map((table) => `'${table}'`).join(',')})`
  return { query: `select ${COLUMN_FACTS.join(',')} ${where}`, where }
}

/** Folder for files that a person downloads: the fetch replaces its own folder as a whole. */
export function handFolder(outDir: string): string {
  return join(dirname(outDir), 'by-hand')
}

/** Instructions for downloading with a browser what the program cannot, as lines. */
export function adviceByHand({ tapUrl, tables, outDir }: Pick<FetchConfig, 'tapUrl' | 'tables' | 'outDir'>): string[] {
  const folder = handFolder(outDir)
  const download = (file: string, query: string) => `  ${join(folder, file)}  from  ${queryAddress(tapUrl, query)}`
  return [
    'You can download the tables by hand. Open these URLs in a browser and save the responses under these names:',
    ...tables.map((table) => download(`${baseName(table)}.csv`, tableQuery(table))),
    'and, for the descriptions, units and types of the columns:',
    download('columns.csv', columnsQuery(tables).query),
    `Then run: bun run build --archive ${folder}`,
    `and start the server with ARCHIVE_DIR=${folder}. A running server switches to the new snapshot by itself.`,
  ]
}
