import { createAddressIndex } from './address-index.ts'
import { type BodyCache, createBodyCache, type Sized } from './body-cache.ts'
import { createSeenKeys, type SeenKeys } from './seen-keys.ts'
import type { CacheShares } from './shares.ts'

/** Cache of the responses from one snapshot: finished bodies, by key and by requested URL. */
export interface AnswerCache<Entry extends Sized> {
  readonly bodies: BodyCache<Entry>
  /** The cached body of an earlier response to this URL. */
  findByAddress(address: string): Entry | undefined
  rememberAddress(address: string, key: string): void
  /** True if a body of this key was requested before, cached or not. */
  readonly isSeen: SeenKeys
  /** Evicts everything and caches nothing from now on, because another snapshot is served. */
  retire(): void
}

/** Creates a cache within the shares for bodies, URLs and seen keys. */
export function createAnswerCache<Entry extends Sized>(
  shares: CacheShares,
  onRead?: (isHit: boolean) => void,
): AnswerCache<Entry> {
  const bodies = createBodyCache<Entry>(shares.bodies, onRead)
  const addresses = createAddressIndex(shares.addresses)
  let isRetired = false
  return {
    bodies,
    findByAddress(address) {
      const key = addresses.find(address)
      return key === undefined ? undefined : bodies.get(key)
    },
    rememberAddress(address, key) {
      if (!isRetired) addresses.remember(address, key)
    },
    isSeen: createSeenKeys(shares.seenKeys),
    retire() {
      isRetired = true
      bodies.retire()
      addresses.clear()
    },
  }
}

/**
 * Creates a separate cache for each snapshot, and retires the previous one when a new snapshot is first passed. Pass an
 * object that identifies the snapshot when a request arrives: one passed for the first time is the newest.
 */
export function cachePerSnapshot<Cache extends { retire(): void }>(create: () => Cache): (snapshot: object) => Cache {
  const caches = new WeakMap<object, Cache>()
  let newest: { readonly snapshot: object; readonly cache: Cache } | undefined
  return (snapshot) => {
    if (newest?.snapshot === snapshot) return newest.cache
    const known = caches.get(snapshot)
    if (known !== undefined) return known
    newest?.cache.retire()
    newest = { snapshot, cache: create() }
    caches.set(snapshot, newest.cache)
    return newest.cache
  }
}
