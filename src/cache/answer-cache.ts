import { createAddressIndex } from './address-index.ts'
import { type BodyCache, createBodyCache, type Sized } from './body-cache.ts'
import { createSeenKeys, type SeenKeys } from './seen-keys.ts'
import type { CacheShares } from './shares.ts'

/** What is kept of the answers from one snapshot: finished bodies, by key and by the address that they were asked for under. */
export interface AnswerCache<Entry extends Sized> {
  readonly bodies: BodyCache<Entry>
  /** The kept body that this address was answered with. */
  findByAddress(address: string): Entry | undefined
  rememberAddress(address: string, key: string): void
  /** True where a body of this key was asked for before, kept or not. */
  readonly isSeen: SeenKeys
  /** Lets go of everything and keeps nothing from now on: another snapshot is served. */
  retire(): void
}

/** A cache within the shares of bodies, addresses and seen keys. */
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
 * Gives each snapshot a cache of its own, and retires that of the one before when another is first asked for. Ask with an
 * object that stands for the snapshot, when a request comes in: what is asked for then for the first time is the newest.
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
