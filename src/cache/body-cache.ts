import { LRUCache } from 'lru-cache'

/** Anything that knows how many bytes of memory it takes. */
export interface Sized {
  readonly byteLength: number
}

/** What an entry costs beside its bytes: the key, the headers and the cache's own bookkeeping. */
const OVERHEAD_BYTES = 1_024

/** Read-through cache of finished bodies within a byte budget; the least recently used ones go first. */
export interface BodyCache<Entry extends Sized> {
  get(key: string): Entry | undefined
  put(key: string, entry: Entry): void
  /** The entry that an earlier `load` of this key is still making. */
  underWay(key: string): Promise<Entry> | undefined
  /** Makes an entry and keeps it; `underWay` shows it meanwhile, so that it is made once. A failure is not kept. */
  load(key: string, make: () => Promise<Entry>): Promise<Entry>
  /** Lets go of everything and keeps nothing from now on. */
  retire(): void
  /** Bytes held now. */
  readonly byteLength: number
}

/** `maxBytes` bounds the sum; one entry may take a quarter of it, and what is larger passes through uncached. */
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
  const underWay = new Map<string, Promise<Entry>>()
  return {
    get(key) {
      const entry = entries.get(key)
      onRead(entry !== undefined)
      return entry
    },
    put: keep,
    underWay: (key) => underWay.get(key),
    load(key, make) {
      const made = make()
        .then((entry) => {
          keep(key, entry)
          return entry
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, made)
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
