import { groupedDigits } from '../../src/units/typeset-numbers.ts'
import { ArchiveError } from './archive.ts'
import { shorten } from './formats/header-names.ts'
import type { TableReading } from './read-table.ts'

/** Formats a name that can be empty for use in a sentence. */
function columnInWords(name: string): string {
  return name === '' ? 'the column without a name' : `the column ${name}`
}

function repeatsInWords(repeats: number): string {
  return repeats === 1 ? '1 row is an exact repeat' : `${groupedDigits(repeats)} rows are exact repeats`
}

/** Remarks for the user on how a table was read, one line each. */
export function remarksOn({ table, input, leftOut, misfits, repeats }: TableReading): string[] {
  return [
    ...leftOut.map((name) => `${table.name}: ${columnInWords(name)} only numbers the rows and is left out`),
    ...misfits.map(({ column, count, first }) => {
      const shown = first.map(({ line, value }) => `${JSON.stringify(shorten(value))} in line ${line}`).join(', ')
      const rest = count > first.length ? ` and ${(count - first.length).toLocaleString('en')} more` : ''
      return `${table.name}: the column ${column} of ${input.name} is text because of ${shown}${rest}; all other values are numbers`
    }),
    ...(repeats === 0 ? [] : [`${table.name}: ${repeatsInWords(repeats)} of another one`]),
  ]
}

/** Throws if a column is text only because of some cells that are not numbers. */
export function checkMisfits({ input, misfits }: TableReading): void {
  const [worst] = misfits
  if (worst === undefined) return
  const { column, count, first } = worst
  const { line, value } = first[0]!
  const cells = count === 1 ? 'this cell' : `${groupedDigits(count)} such cells`
  throw new ArchiveError(
    `${input.name}, line ${line}, column ${column}: ${JSON.stringify(shorten(value))} is not a number. But for ${cells} the column would be numeric; correct the file, or leave out --strict to read the column as text.`,
    { file: input.name, line, column, value },
  )
}
