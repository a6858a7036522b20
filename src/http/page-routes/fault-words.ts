import type { Problem } from '../../core/answers/service.ts'
import { CatalogError } from '../../core/errors.ts'
import { didYouMean } from '../../core/text/quote-for-message.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import { columnsPath } from '../../pages/components/addresses.ts'
import type { FaultPageProps, Suggestion } from '../../pages/faults/fault-page.tsx'
import type { Visit } from './page-responder.ts'
import { isForPrograms } from './unknown-page.ts'

/** The parent folder of a path, with a trailing slash. */
const folderOf = (path: string): string => path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1)

/** The pages for an error's suggestions; none if these are names of objects or of things without pages. */
function suggestedPages(code: string, path: string, suggestions: readonly string[]): readonly Suggestion[] {
  if (code === 'unknown_path' && suggestions.every((each) => each.startsWith('/')))
    return suggestions.filter((each) => !isForPrograms(each)).map((each) => ({ name: each, path: each }))
  const folder = code === 'table_not_found' ? '/columns/' : folderOf(path)
  return /^\/(?:columns|insights|plots)\//.test(folder)
    ? suggestions.map((each) => ({ name: each, path: `${folder}${encodeURIComponent(each)}` }))
    : []
}

/** The list page that corresponds to a missing page. */
function listPage(path: string): Suggestion | undefined {
  const [, kind, name] = path.split('/')
  switch (kind) {
    case 'insights':
      return { name: 'All insights', path: '/insights' }
    case 'plots':
      return { name: 'All plots', path: '/plots' }
    case 'columns':
      return name === undefined || folderOf(path) === '/columns/'
        ? { name: 'Columns of exoplanets', path: '/columns/exoplanets' }
        : { name: `All columns of ${name}`, path: `/columns/${name}` }
    case 'exoplanets':
      return { name: 'All planets', path: '/exoplanets' }
    case 'stellarhosts':
      return { name: 'All host stars', path: '/stellarhosts' }
    default:
      return undefined
  }
}

/** A page's text for an error: without URLs for programs, and with links to pages instead. */
export function faultWords(
  thrown: unknown,
  problem: Problem,
  { path }: Pick<Visit, 'path'>,
): Pick<FaultPageProps, 'detail' | 'suggestions' | 'list'> {
  if (!(thrown instanceof CatalogError) || problem.status !== 404) return { detail: problem.detail }
  const { code, message, help } = thrown
  const suggestions = suggestedPages(code, path, help.suggestions ?? [])
  return {
    // The page lists the suggestions as links.
    detail: suggestions.length === 0 ? message : message.replace(didYouMean(help.suggestions ?? []), ''),
    suggestions,
    list: listPage(path),
  }
}

/** A page's text for invalid parameters: refers to the page that describes the columns, not to its equivalent for programs. */
export function refusalWords(thrown: unknown, { detail }: Pick<Problem, 'detail'>): string {
  const see = thrown instanceof CatalogError ? thrown.help.see : undefined
  if (!(thrown instanceof CatalogError) || see?.kind !== 'schema') return detail
  return see.table === undefined
    ? `${thrown.message} ${TABLE_NAMES.map(columnsPath).join(' and ')} describe the columns.`
    : `${thrown.message} ${columnsPath(see.table)} describes its columns.`
}
