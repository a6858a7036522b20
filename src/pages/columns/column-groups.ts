import type { SchemaResponse } from '../../core/answers/column.ts'
import { COMPANION_NAMES, COMPANIONS, type Companion } from '../../core/answers/column-notes.ts'

export type SchemaColumn = SchemaResponse['columns'][number]

/** A column that describes the value of another one: its uncertainty, its limit flag, … */
export interface CompanionColumn {
  readonly name: string
  /** The suffix of its name. */
  readonly ending: Companion
  readonly meaning: string
}

/** A column with its companions. */
export interface ColumnGroup {
  readonly column: SchemaColumn
  readonly companions: readonly CompanionColumn[]
}

function companionOf(name: string, names: ReadonlySet<string>): { of: string; ending: Companion } | undefined {
  for (const ending of COMPANION_NAMES) {
    const of = name.slice(0, -ending.length)
    if (name.endsWith(ending) && names.has(of)) return { of, ending }
  }
  return undefined
}

/** Groups columns with their companions, in the order of the columns. */
export function columnGroups(columns: readonly SchemaColumn[]): readonly ColumnGroup[] {
  const names = new Set(columns.map(({ name }) => name))
  const companions = new Map<string, CompanionColumn[]>()
  const own: SchemaColumn[] = []
  for (const column of columns) {
    const found = companionOf(column.name, names)
    if (found === undefined) own.push(column)
    else {
      const { of, ending } = found
      companions.set(of, [...(companions.get(of) ?? []), { name: column.name, ending, meaning: COMPANIONS[ending] }])
    }
  }
  return own.map((column) => ({ column, companions: companions.get(column.name) ?? [] }))
}

/** The column that a companion belongs to; undefined if the column is not a companion. */
export function ownerOf(name: string, columns: readonly SchemaColumn[]): string | undefined {
  return companionOf(name, new Set(columns.map((column) => column.name)))?.of
}

/** Groups in which a name, a description or a note contains every word of a text. */
export function matchingGroups(groups: readonly ColumnGroup[], text: string): readonly ColumnGroup[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return groups.filter(({ column, companions }) => {
    const whole = [column.name, column.description, column.note, column.unit, ...companions.map(({ name }) => name)]
      .join(' ')
      .toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
