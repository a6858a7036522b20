import type { Catalog } from '../../core/catalog/catalog.ts'
import { createTapTables, type TapTables } from '../../tap/schema/tap-tables.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog } from '../response/text-answer.ts'
import { type AnswerQuery, createAnswerQuery } from './answer-query.ts'
import { createTranslations, type Translate } from './translations.ts'

/** The objects shared by all handlers of queries. */
export interface Queries {
  readonly tablesOf: (catalog: Catalog) => TapTables
  readonly translated: Translate
  readonly answer: AnswerQuery
}

export function createQueries(context: HttpContext): Queries {
  const tablesOf = perCatalog((current) => createTapTables(current.manifest, (table) => current.unicodeColumns(table)))
  const translated = createTranslations(tablesOf)
  return { tablesOf, translated, answer: createAnswerQuery(context, translated) }
}
