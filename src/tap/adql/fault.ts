import { CatalogError, type ErrorCode } from '../../core/errors.ts'

/** An error in a query, with its offset in the text. */
export class Fault extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly position: number,
    readonly suggestions: readonly string[] = [],
  ) {
    super(message)
    this.name = 'Fault'
  }

  /** The public error: the message with the position as line and column. */
  toCatalogError(text: string): CatalogError {
    const position = Math.min(this.position, text.length)
    return new CatalogError(this.code, `${this.message} (${placeInWords(text, position)})`, {
      position,
      ...(this.suggestions.length > 0 ? { suggestions: this.suggestions } : {}),
    })
  }
}

/** `line 2, column 5`, both counted from 1. */
export function placeInWords(text: string, position: number): string {
  const before = text.slice(0, position).split(/\r\n|\r|\n/)
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}
