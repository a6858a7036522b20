import { CatalogError } from '../../core/errors.ts'

/** The error for a request whose method its path does not support; `allow` lists the methods that the path supports. */
export function methodNotAllowed({ method }: Request, allow: readonly string[]): CatalogError {
  return new CatalogError(
    'method_not_allowed',
    `${method} is not allowed for this path; allowed methods: ${allow.join(', ')}.`,
    { allow },
  )
}
