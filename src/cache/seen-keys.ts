const BYTES_PER_KEY = Uint32Array.BYTES_PER_ELEMENT

/** Tells whether a key was asked for before, and remembers it. */
export type SeenKeys = (key: string) => boolean

/**
 * Remembers about as many of the latest keys as fit into `maxBytes`, in four bytes each: a slot holds the hash of the last
 * key that fell into it. Two keys of one hash are taken for the same, which happens once in four thousand million pairs.
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
