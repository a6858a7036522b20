import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { allSources, allTables, originOf } from '../../format/manifest.ts'
import type { VoOutput } from '../../formats/vo/vo-output.ts'
import type { TapTables } from '../../tap/schema/tap-tables.ts'
import { type TranslatedQuery, translateAdql } from '../../tap/translate/translate-adql.ts'
import type { TapQuery } from './tap-request.ts'

/** Maximum number of translations cached per snapshot, and maximum length of a cached query. */
const MAX_TRANSLATIONS = 500
const MAX_REMEMBERED_CHARS = 4_000

/** Translates an ADQL query for a snapshot. */
export type Translate = (current: Catalog, query: string) => TranslatedQuery

/** Translates queries, and caches translations for repeated queries. */
export function createTranslations(tablesOf: (catalog: Catalog) => TapTables): Translate {
  const translations = new WeakMap<Catalog, Map<string, TranslatedQuery>>()
  return (current, query) => {
    let known = translations.get(current)
    if (known === undefined) {
      known = new Map()
      translations.set(current, known)
    }
    const found = known.get(query)
    if (found !== undefined) return found
    const { catalog, withSchema } = tablesOf(current)
    const made = translateAdql(query, catalog)
    const whole = { ...made, sql: withSchema(made.sql) }
    if (query.length <= MAX_REMEMBERED_CHARS) {
      if (known.size >= MAX_TRANSLATIONS) known.delete(known.keys().next().value!)
      known.set(query, whole)
    }
    return whole
  }
}

/** The output format of a query's result. */
export function outputOf(current: Catalog, { format, query }: TapQuery, translated: TranslatedQuery): VoOutput {
  const { manifest } = current
  const { columns, warnings } = translated
  const table = storedTable(current, translated)
  const source = table === undefined ? allSources(manifest) : originOf(manifest, table).source
  return { format, query, columns, warnings, snapshotId: manifest.snapshotId, source }
}

/** The stored table that is identical to the query's result, if the snapshot has one. */
export function storedTable({ manifest }: Catalog, { wholeTable }: TranslatedQuery): string | undefined {
  return wholeTable !== undefined && allTables(manifest).has(wholeTable) ? wholeTable : undefined
}

/** The error without its position, which would refer to the translation. */
export function ofQuery(error: unknown): unknown {
  if (!(error instanceof CatalogError) || error.help.position === undefined) return error
  const { position: _, ...help } = error.help
  return new CatalogError(error.code, error.message, help, { cause: error })
}
