import type { Manifest } from '../../format/manifest.ts'
import { AdqlCatalog } from '../resolve/catalog.ts'
import { archiveTables } from './archive-tables.ts'
import type { DescribedTable } from './described-table.ts'
import { createSchemaSql } from './schema-sql.ts'
import { SCHEMA_TABLES } from './tap-schema.ts'

/** All tables of a snapshot that can be queried. */
export interface TapTables {
  readonly tables: readonly DescribedTable[]
  /** The tables for the translation of queries. */
  readonly catalog: AdqlCatalog
  /** Adds the TAP_SCHEMA tables that a translated query reads. */
  withSchema(sql: string): string
}

export function createTapTables(
  manifest: Pick<Manifest, 'tables' | 'furtherTables'>,
  unicodeColumns: (table: string) => ReadonlySet<string> | undefined,
): TapTables {
  const tables = [...archiveTables(manifest, unicodeColumns), ...SCHEMA_TABLES]
  return { tables, catalog: new AdqlCatalog(tables), withSchema: createSchemaSql(tables) }
}
