/** Initial capacity of a column, in rows. */
const FIRST_CAPACITY = 1024

/** Returns an array of the same kind, four times as long (at least `needed`), with the same start. */
export function grow<T extends Float64Array | Uint32Array | Uint8Array>(array: T, needed: number): T {
  let capacity = Math.max(array.length, FIRST_CAPACITY)
  while (capacity < needed) capacity *= 4
  if (capacity === array.length) return array
  const Kind = array.constructor as new (length: number) => T
  const grown = new Kind(capacity)
  grown.set(array)
  return grown
}

/** Returns the first `length` items, in memory of exactly that size. */
export function trim<T extends Float64Array | Uint32Array | Uint8Array>(array: T, length: number): T {
  return (array.length === length ? array : array.slice(0, length)) as T
}
