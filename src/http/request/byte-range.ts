/** Bytes of a body from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const ONE_RANGE = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * The range that a Range header requests of a body of `length` bytes (RFC 9110, 14.1.2). `whole` if the header is
 * malformed, has another unit or has several ranges, all of which a server can ignore; `none` if no byte lies in the
 * range.
 */
export function readRange(header: string, length: number): ByteRange | 'whole' | 'none' {
  const [, first, last] = ONE_RANGE.exec(header) ?? []
  if (first === undefined || last === undefined || first + last === '') return 'whole'
  if (first === '') {
    const suffix = Math.min(Number(last), length)
    return suffix === 0 ? 'none' : { start: length - suffix, end: length }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= length) return 'none'
  return { start, end: last === '' ? length : Math.min(Number(last) + 1, length) }
}
