import { LRUCache } from 'lru-cache'

/** What an entry costs beside its two texts. */
const OVERHEAD_BYTES = 200

/** Under which cache key an address was answered, for one snapshot at a time. */
export interface AddressIndex {
  /** The key, if this address was remembered for this snapshot. */
  find(snapshotId: string, address: string): string | undefined
  /** Remembering for another snapshot than before forgets all that was remembered. */
  remember(snapshotId: string, address: string, key: string): void
}

/** An index of at most `maxBytes`; the least recently used addresses go first. */
export function createAddressIndex(maxBytes: number): AddressIndex {
  const keys = new LRUCache<string, string>({
    maxSize: maxBytes,
    // Texts are held in up to two bytes a character.
    sizeCalculation: (key, address) => 2 * (key.length + address.length) + OVERHEAD_BYTES,
  })
  let indexed = ''
  return {
    find: (snapshotId, address) => (snapshotId === indexed ? keys.get(address) : undefined),
    remember(snapshotId, address, key) {
      if (snapshotId !== indexed) {
        keys.clear()
        indexed = snapshotId
      }
      keys.set(address, key)
    },
  }
}
