import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import type { Manifest } from '../../format/manifest.ts'

/**
 * Bytes as a response. Its key includes a hash of the content, which depends on settings, address and code as well as
 * on the snapshot.
 */
export function bytesAnswer({ snapshotId }: Manifest, name: string, mediaType: string, bytes: Uint8Array): Answer {
  const key = `${name}|${Bun.hash(bytes).toString(36)}`
  return { snapshotId, key, mediaType, isUndated: true, body: () => bytes }
}

/** A text as such a response. */
export function textAnswer(manifest: Manifest, name: string, mediaType: string, text: string): Answer {
  return bytesAnswer(manifest, name, mediaType, new TextEncoder().encode(text))
}

/** Caches a value per catalog for the lifetime of the catalog. If `make` throws or rejects, the next call tries again. */
export function perCatalog<Value>(make: (catalog: Catalog) => Value): (catalog: Catalog) => Value {
  const made = new WeakMap<Catalog, { readonly value: Value }>()
  return (catalog) => {
    let known = made.get(catalog)
    if (known === undefined) {
      known = { value: make(catalog) }
      made.set(catalog, known)
      if (known.value instanceof Promise) known.value.catch(() => made.delete(catalog))
    }
    return known.value
  }
}
