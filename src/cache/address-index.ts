import { LRUCache } from 'lru-cache'

/** What an entry costs beside its two texts. */
const OVERHEAD_BYTES = 200

/** Under which cache key an address was answered. */
export interface AddressIndex {
  /** The key, if this address was remembered. */
  find(address: string): string | undefined
  remember(address: string, key: string): void
  clear(): void
}

/** An index of at most `maxBytes`; the least recently used addresses go first. */
export function createAddressIndex(maxBytes: number): AddressIndex {
  const keys = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    // Texts are held in up to two bytes a character.
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
