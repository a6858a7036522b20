import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { allSources, allTables, originOf } from '../../format/manifest.ts'
import type { VoOutput } from '../../formats/vo/vo-output.ts'
import type { TapTables } from '../../tap/schema/tap-tables.ts'
import { type TranslatedQuery, translateAdql } from '../../tap/translate/translate-adql.ts'
import type { TapQuery } from './tap-request.ts'

/** Translations that are remembered for a snapshot, and the longest text of one. */
const MAX_TRANSLATIONS = 500
const MAX_REMEMBERED_CHARS = 4_000

/** A query in ADQL for a snapshot. */
export type Translate = (current: Catalog, query: string) => TranslatedQuery

/** Translates queries, and remembers those that are asked again. */
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

/** How the result of a query is to be written. */
export function outputOf(current: Catalog, { format, query }: TapQuery, translated: TranslatedQuery): VoOutput {
  const { manifest } = current
  const { columns, warnings } = translated
  const table = storedTable(current, translated)
  const source = table === undefined ? allSources(manifest) : originOf(manifest, table).source
  return { format, query, columns, warnings, snapshotId: manifest.snapshotId, source }
}

/** The table that the query is all of, where the snapshot has it whole. */
export function storedTable({ manifest }: Catalog, { wholeTable }: TranslatedQuery): string | undefined {
  return wholeTable !== undefined && allTables(manifest).has(wholeTable) ? wholeTable : undefined
}

/** A refusal without its place, which would be one in the translation. */
export function ofQuery(error: unknown): unknown {
  if (!(error instanceof CatalogError) || error.help.position === undefined) return error
  const { position: _, ...help } = error.help
  return new CatalogError(error.code, error.message, help, { cause: error })
}
