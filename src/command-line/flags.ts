import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

/** The flags of a command, without dashes. */
export interface FlagNames {
  /** Flags with a value: `--port 3000` or `--port=3000`. */
  readonly values: readonly string[]
  /** Flags without a value. */
  readonly switches: readonly string[]
  /** Maximum number of words without a flag; none if absent. A single dash is a word. */
  readonly words?: number
}

/** The given flags. */
export interface Flags {
  /** The value of a flag, trimmed and never empty; undefined if the flag is absent. */
  value(name: string): string | undefined
  /** True if the switch is given. */
  isGiven(name: string): boolean
  /** The words without a flag, in order. */
  readonly words: readonly string[]
}

/** Throws a UsageError for an unknown flag, an unexpected word, and a flag whose value is missing or empty. */
export function readFlags(
  args: readonly string[],
  { values: valued, switches, words: mostWords = 0 }: FlagNames,
): Flags {
  const options = Object.fromEntries([
    ...valued.map((name) => [name, { type: 'string' }] as const),
    ...switches.map((name) => [name, { type: 'boolean' }] as const),
  ])
  const { values, positionals } = parse(args, options, mostWords > 0)
  const stray = positionals[mostWords]
  if (stray !== undefined) throw new UsageError(`Unexpected argument '${stray}'; --help lists the flags.`)
  // An empty value usually comes from an unset variable; using another value instead would hide that.
  for (const name of valued)
    if (typeof values[name] === 'string' && values[name].trim() === '')
      throw new UsageError(`--${name} is empty; give it a value or leave it out.`)
  return {
    value(name) {
      const value = values[name]
      return typeof value === 'string' ? value.trim() : undefined
    },
    isGiven: (name) => values[name] === true,
    words: positionals,
  }
}

function parse(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
  allowPositionals: boolean,
): { readonly values: Readonly<Record<string, unknown>>; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.replace(/\.? To specify.*$/s, '') : String(cause)
    const [, ambiguous] = /^Option '(--[^' ]+)' argument is ambiguous/.exec(message) ?? []
    throw new UsageError(
      ambiguous === undefined
        ? `${message.replace(/\.$/, '')}; --help lists the flags.`
        : `The value of ${ambiguous} is missing, or it begins with a dash: write ${ambiguous}=VALUE.`,
      { cause },
    )
  }
}

/** True if the help is requested; the other arguments do not matter then. */
export function wantsHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}
