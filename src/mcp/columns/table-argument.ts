import { z } from 'zod'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { findTable } from '../../core/catalog/table-list.ts'
import { CatalogError } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { alternatives, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { allTables } from '../../format/manifest.ts'

/** A table name as an argument. The set of tables is only known once a snapshot is loaded. */
export const tableArgument = z.string().min(1).max(100)

/**
 * The table named by an argument, which can be an alias in any case; an unknown name throws a CatalogError that lists the
 * tables.
 */
export function tableOf({ manifest }: Catalog, name: string): string {
  const found = findTable(manifest, name.trim())
  if (found !== undefined) return found
  const names = [...allTables(manifest).keys()]
  throw new CatalogError(
    'invalid_parameter',
    `Invalid argument "table": it must be ${alternatives(names.map((each) => quoteForMessage(each)))}, but is ${quoteForMessage(name)}. health lists the tables.`,
    { suggestions: nearestNames(name, names) },
  )
}
