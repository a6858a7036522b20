/** A number with commas between its thousands, such as 29,386. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

/** A count with its noun, such as `3 files`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}
