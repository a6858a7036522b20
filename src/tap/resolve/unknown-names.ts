import { nearestNames } from '../../core/text/nearest.ts'
import { meantColumns } from '../../core/text/nearest-columns.ts'
import { didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import type { Name } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { AdqlCatalog } from './catalog.ts'
import type { Scope } from './scope.ts'
import { type Source, shownSource } from './view.ts'

/** Maximum number of sources in a message. */
const MAX_NAMED = 4

/** The error for a column that no outer query has; `source` is the table that the name refers to. */
export function unknownColumn(
  { value, isQuoted }: Name,
  position: number,
  scope: Scope,
  catalog: AdqlCatalog,
  source?: Source,
): Fault {
  const sources = source === undefined ? allSources(scope) : [source]
  if (sources.length === 0) {
    return new Fault(
      'unknown_column',
      `Unknown column ${quoteForMessage(value)}: the query reads no table, because FROM is missing.`,
      position,
    )
  }
  const key = value.toLowerCase()
  const names = [...new Set(sources.flatMap(({ relation }) => [...relation.keys]))]
  const older = meantColumns(value, names)
  const near = older.length > 0 ? older : nearestNames(value, names)
  const read = [...new Set(sources.map(shownSource))]
  const among = `${read.slice(0, MAX_NAMED).join(', ')}${read.length > MAX_NAMED ? ', …' : ''}`
  const owners = catalog.tablesWith(key, new Set(sources.map(({ relation }) => relation.name))).slice(0, MAX_NAMED)
  const elsewhere = owners.length > 0 ? ` It is a column of ${owners.join(', ')}.` : ''
  return new Fault(
    'unknown_column',
    `Unknown column ${quoteForMessage(value)} in ${among}.${elsewhere}${didYouMean(near)}${quoteHint(isQuoted, near, owners)}`,
    position,
    near,
  )
}

function quoteHint(isQuoted: boolean, near: readonly string[], owners: readonly string[]): string {
  if (isQuoted) return ' Use single quotes for strings and double quotes for names.'
  return near.length === 0 && owners.length === 0 ? ' If it is a string, write it in single quotes.' : ''
}

/** The error for a qualifier that is not the name of any source of the query. */
export function unknownQualifier(path: readonly Name[], scope: Scope): Fault {
  const qualifier = path
    .slice(0, -1)
    .map(({ value }) => value)
    .join('.')
  const known = [...new Set(allSources(scope).flatMap(({ qualifiers }) => [...qualifiers]))]
  const near = nearestNames(qualifier, known)
  const shown = [...new Set(allSources(scope).map(shownSource))].slice(0, MAX_NAMED)
  const reads = shown.length > 0 ? `the query reads ${shown.join(', ')}` : 'the query reads no table'
  return new Fault(
    'unknown_table',
    `Unknown table or alias ${quoteForMessage(qualifier)}: ${reads}.`,
    path[0]!.position,
    near,
  )
}

function allSources(scope: Scope): readonly Source[] {
  const sources: Source[] = []
  for (let one: Scope | undefined = scope; one !== undefined; one = one.outer) sources.push(...one.view.sources)
  return sources
}
