/** Tells whether a key was asked for before, and remembers it. */
export type SeenKeys = (key: string) => boolean

/**
 * Remembers about as many of the latest keys as there are `slots`, in four bytes each: a slot holds the hash of the last key
 * that fell into it. Two keys of one hash are taken for the same, which happens once in four thousand million pairs.
 */
export function createSeenKeys(slots: number): SeenKeys {
  const hashes = new Uint32Array(Math.max(1, Math.ceil(slots)))
  return (key) => {
    const hash = Bun.hash.xxHash32(key)
    const slot = hash % hashes.length
    const isKnown = hashes[slot] === hash
    hashes[slot] = hash
    return isKnown
  }
}
