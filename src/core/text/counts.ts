import { groupedDigits } from '../../units/typeset-numbers.ts'
/** A count with its noun, such as `3 files`. */
export function counted(count: number, noun: string): string {
  return `${groupedDigits(count)} ${noun}${count === 1 ? '' : 's'}`
}
