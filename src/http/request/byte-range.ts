/** Bytes of a body from `start` on, before `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const ONE_RANGE = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * What a Range header asks of a body of `length` bytes (RFC 9110, 14.1.2). `whole` where the header is malformed, of
 * another unit or of several ranges, which a server may all overlook; `none` where no byte lies in the range.
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
