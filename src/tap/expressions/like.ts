import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { Like } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { translateExpression } from './expression.ts'
import type { Frame } from './session.ts'
import { asText, type Value } from './value.ts'

/** Translates LIKE, which is case-sensitive in ADQL, and ILIKE. */
export function likeCondition(frame: Frame, node: Like): string {
  const { operand, pattern, isNegated, ignoresCase, position } = node
  const word = ignoresCase ? 'ILIKE' : 'LIKE'
  const text = asText(translateExpression(frame, operand), `before ${word}`)
  const value = translateExpression(frame, pattern)
  const not = isNegated ? 'NOT ' : ''
  const escapeCharacter = node.escape === undefined ? undefined : escapeOf(translateExpression(frame, node.escape))
  if (ignoresCase) {
    // SQLite's LIKE ignores the case of ASCII letters.
    const tail = escapeCharacter === undefined ? '' : ` ESCAPE ${quotedText(escapeCharacter)}`
    return `(${text} ${not}LIKE ${asText(value, 'after ILIKE')}${tail})`
  }
  if (value.constant !== undefined) {
    const { glob, literal } = globOf(String(value.constant), escapeCharacter, value.position)
    if (literal !== undefined) return `(${text} ${isNegated ? '<>' : '='} ${quotedText(literal)})`
    return `(${text} ${not}GLOB ${quotedText(glob)})`
  }
  if (escapeCharacter !== undefined) {
    throw new Fault('invalid_sql', 'ESCAPE is supported only after a literal pattern.', position)
  }
  let glob = asText(value, 'after LIKE')
  for (const [from, to] of [
    ['[', '[[]'],
    ['*', '[*]'],
    ['?', '[?]'],
    ['%', '*'],
    ['_', '?'],
  ])
    glob = `replace(${glob}, '${from}', '${to}')`
  return `(${text} ${not}GLOB ${glob})`
}

function escapeOf({ constant, position }: Value): string {
  const character = typeof constant === 'string' ? constant : ''
  if ([...character].length === 1) return character
  throw new Fault(
    'invalid_sql',
    `ESCAPE must be followed by one character, not ${quoteForMessage(character)}.`,
    position,
  )
}

/**
 * Converts a LIKE pattern to GLOB, which is case-sensitive like ADQL's LIKE: `%` and `_` are the only wildcards. A pattern
 * without wildcards becomes a literal.
 */
function globOf(
  pattern: string,
  escapeCharacter: string | undefined,
  position: number,
): { readonly glob: string; readonly literal: string | undefined } {
  let glob = ''
  let literal: string | undefined = ''
  const characters = [...pattern]
  for (let i = 0; i < characters.length; i++) {
    let character = characters[i]!
    const isEscaped = character === escapeCharacter
    if (isEscaped) {
      i += 1
      const next = characters[i]
      if (next === undefined) throw new Fault('invalid_sql', 'The pattern ends with its escape character.', position)
      character = next
    }
    if (!isEscaped && (character === '%' || character === '_')) {
      literal = undefined
      // Consecutive % are equivalent to one, but slower.
      if (character === '_') glob += '?'
      else if (!glob.endsWith('*') || glob.endsWith('[*')) glob += '*'
      continue
    }
    if (literal !== undefined) literal += character
    glob += character === '*' || character === '?' || character === '[' ? `[${character}]` : character
  }
  return { glob, literal }
}
