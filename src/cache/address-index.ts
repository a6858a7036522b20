import { LRUCache } from 'lru-cache'

/** Memory overhead of an entry in addition to its two texts. */
const OVERHEAD_BYTES = 200

/** The cache keys of the URLs that were requested. */
export interface AddressIndex {
  /** The key, if this URL is in the index. */
  find(address: string): string | undefined
  remember(address: string, key: string): void
  clear(): void
}

/** Creates an index of at most `maxBytes`; the least recently used URLs are evicted first. */
export function createAddressIndex(maxBytes: number): AddressIndex {
  const keys = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    // Strings take up to two bytes per character.
    sizeCalculation: (key, address) => 2 * (key.length + address.length) + OVERHEAD_BYTES,
  })
  return {
    find: (address) => keys.get(address),
    remember(address, key) {
      keys.set(address, key)
    },
    clear: () => keys.clear(),
  }
}
