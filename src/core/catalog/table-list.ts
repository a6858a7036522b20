import { allTables, hasDefaultFlag, type Manifest, originOf } from '../../format/manifest.ts'
import { tableAliases, tableTitle } from '../../format/table-titles.ts'
import type { TableList } from '../answers/tables.ts'
import { CatalogError } from '../errors.ts'
import { createNearestFinder } from '../text/nearest.ts'
import { didYouMean, listed, quoteForMessage } from '../text/quote-for-message.ts'

/** All tables with their size and source. */
export function tableList(manifest: Manifest): TableList {
  return [...allTables(manifest)].map(([name, { rows, columns }]) => ({
    name,
    aliases: [...tableAliases(name)],
    title: tableTitle(name, hasDefaultFlag(manifest)),
    rows,
    columns: columns.length,
    ...originOf(manifest, name),
  }))
}

/** The table with this name or alias, in any case; undefined if there is none. */
export function findTable(manifest: Manifest, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return [...allTables(manifest).keys()].find((table) => table === wanted || tableAliases(table).includes(wanted))
}

/** Creates a version of `findTable` that throws a CatalogError for unknown names. */
export function createTableFinder(manifest: Manifest): (name: string) => string {
  const names = [...allTables(manifest).keys()]
  const nearest = createNearestFinder([...names, ...names.flatMap(tableAliases)])
  return (name) => {
    const found = findTable(manifest, name)
    if (found !== undefined) return found
    const suggestions = nearest(name.toLowerCase())
    const message = `Unknown table ${quoteForMessage(name)}.${didYouMean(suggestions)} The tables are ${listed(names)}.`
    throw new CatalogError('table_not_found', message, { suggestions: suggestions.length > 0 ? suggestions : names })
  }
}
