import { LRUCache } from 'lru-cache'

/** A value of known size in memory. */
export interface Sized {
  readonly byteLength: number
}

/** Memory overhead of an entry in addition to its bytes: the key, the headers and the cache's own bookkeeping. */
const OVERHEAD_BYTES = 1_024

/** Read-through cache of finished bodies within a byte budget; the least recently used ones are evicted first. */
export interface BodyCache<Entry extends Sized> {
  get(key: string): Entry | undefined
  put(key: string, entry: Entry): void
  /** The pending entry of an earlier `load` of this key. */
  inProgress(key: string): Promise<Entry> | undefined
  /** Makes an entry and caches it. `inProgress` returns it meanwhile, so that it is made only once. Failures are not cached. */
  load(key: string, make: () => Promise<Entry>): Promise<Entry>
  /** Evicts everything and caches nothing from now on. */
  retire(): void
  /** Bytes currently in use. */
  readonly byteLength: number
}

/** Creates a cache of at most `maxBytes`. One entry can use up to a quarter of it; larger ones are not cached. */
export function createBodyCache<Entry extends Sized>(
  maxBytes: number,
  onRead: (isHit: boolean) => void = () => {},
): BodyCache<Entry> {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    maxEntrySize: Math.ceil(maxBytes / 4),
    sizeCalculation: (entry, key) => entry.byteLength + key.length + OVERHEAD_BYTES,
  })
  let isRetired = false
  const keep = (key: string, entry: Entry): void => {
    if (!isRetired) entries.set(key, entry)
  }
  const inProgress = new Map<string, Promise<Entry>>()
  return {
    get(key) {
      const entry = entries.get(key)
      onRead(entry !== undefined)
      return entry
    },
    put: keep,
    inProgress: (key) => inProgress.get(key),
    load(key, make) {
      const made = make()
        .then((entry) => {
          keep(key, entry)
          return entry
        })
        .finally(() => inProgress.delete(key))
      inProgress.set(key, made)
      return made
    },
    retire() {
      isRetired = true
      entries.clear()
    },
    get byteLength() {
      return entries.calculatedSize
    },
  }
}
