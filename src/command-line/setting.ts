import type { Flags } from './flags.ts'
import { UsageError } from './usage-error.ts'

/** One setting of a command: the environment variable, its parser, and its help text. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly name: string
  /** The flag without dashes; if absent, the name in lower case with dashes, such as `--sql-queue` for `SQL_QUEUE`. */
  readonly flag?: string
  /** The text used if the variable is absent or empty. */
  readonly default: string
  /** A description of the default, if the text depends on the machine or is empty. */
  readonly defaultInWords?: string
  /** Unit and range, or the allowed words. */
  readonly range: string
  readonly help: string
  /** Throws an Error whose message completes the sentence "NAME must be …". */
  parse(text: string): Value
}

/** The environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/** Settings by their names in the code. */
export type SettingList = Readonly<Record<string, Setting<unknown>>>

/** The value of each setting. */
export type SettingValues<List extends SettingList> = { readonly [K in keyof List]: ReturnType<List[K]['parse']> }

/** The flag of a setting, without dashes. */
export function flagOf({ name, flag }: Pick<Setting<unknown>, 'name' | 'flag'>): string {
  return flag ?? name.toLowerCase().replaceAll('_', '-')
}

/** The flags of all settings. */
export function flagsOf(settings: SettingList): string[] {
  return Object.values(settings).map(flagOf)
}

/** Reads settings from flags, else environment variables, else defaults. Throws a UsageError at the first invalid one. */
export function readSettings<List extends SettingList>(settings: List, flags: Flags, env: Env): SettingValues<List> {
  const entries = Object.entries(settings).map(([key, setting]) => [key, readSetting(setting, flags, env)])
  return Object.fromEntries(entries) as SettingValues<List>
}

function readSetting(setting: Setting<unknown>, flags: Flags, env: Env): unknown {
  const flag = flags.value(flagOf(setting))
  const value = flag ?? (env[setting.name]?.trim() || setting.default)
  try {
    return setting.parse(value)
  } catch (cause) {
    const wanted = cause instanceof Error ? cause.message : String(cause)
    const source = flag === undefined ? setting.name : `--${flagOf(setting)}`
    throw new UsageError(`${source} must be ${wanted}, but is ${JSON.stringify(value)}.`, { cause })
  }
}

/** The settings in a help text, one paragraph each. */
export function settingsHelp(settings: SettingList): string {
  return Object.values(settings)
    .map((setting) => {
      const fallback = setting.defaultInWords ?? setting.default
      return `  --${flagOf(setting)}, ${setting.name}\n      ${setting.help} (${setting.range}; default: ${fallback}).\n`
    })
    .join('')
}

/** Any text. */
export function text(name: string, fallback: string, help: string, defaultInWords?: string): Setting<string> {
  return {
    name,
    default: fallback,
    ...(defaultInWords === undefined ? {} : { defaultInWords }),
    range: 'text',
    help,
    parse: (value) => value,
  }
}

/** Decimal digits, from `least` to `most`; `unit` can be empty. */
export function integer(
  name: string,
  fallback: number,
  [least, most, unit]: readonly [number, number, string],
  help: string,
  defaultInWords?: string,
): Setting<number> {
  const range = unit === '' ? `${least} to ${most}` : `${unit}, ${least} to ${most}`
  return {
    name,
    default: String(fallback),
    ...(defaultInWords === undefined ? {} : { defaultInWords }),
    range,
    help,
    parse(value) {
      const number = Number(value)
      if (!/^[0-9]{1,15}$/.test(value) || number < least || number > most)
        throw new Error(`an integer from ${least} to ${most}${unit === '' ? '' : ` (${unit})`}`)
      return number
    },
  }
}

/** Comma-separated; blanks around a name are dropped, empty entries are skipped. */
export function list(
  name: string,
  help: string,
  defaultInWords: string,
  check: (entry: string) => string,
): Setting<string[]> {
  return {
    name,
    default: '',
    defaultInWords,
    range: 'comma-separated',
    help,
    parse: (value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
        .map(check),
  }
}
