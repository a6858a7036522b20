const BYTES_PER_KEY = Uint32Array.BYTES_PER_ELEMENT

/** Returns whether a key was requested before, and remembers it. */
export type SeenKeys = (key: string) => boolean

/**
 * Remembers about as many recent keys as fit into `maxBytes`, in four bytes each: a slot contains the hash of the last key
 * assigned to it. Two keys with the same hash are treated as equal, which happens once in four billion pairs.
 */
export function createSeenKeys(maxBytes: number): SeenKeys {
  const hashes = new Uint32Array(Math.max(1, Math.floor(maxBytes / BYTES_PER_KEY)))
  return (key) => {
    const hash = Bun.hash.xxHash32(key)
    const slot = hash % hashes.length
    const isKnown = hashes[slot] === hash
    hashes[slot] = hash
    return isKnown
  }
}
