import type { Answer, Catalog } from '../core/catalog.ts'
import type { Manifest } from '../format/manifest.ts'

/** A text as an answer. Its key follows its content: settings, address and code are in it as well as the snapshot. */
export function textAnswer({ snapshotId }: Manifest, name: string, mediaType: string, text: string): Answer {
  const bytes = new TextEncoder().encode(text)
  return { snapshotId, key: `${name}|${Bun.hash(bytes).toString(36)}`, mediaType, body: () => bytes }
}

/** Remembers what was made for each catalogue, as long as that lives. */
export function perCatalog<Value>(make: (catalog: Catalog) => Value): (catalog: Catalog) => Value {
  const made = new WeakMap<Catalog, { readonly value: Value }>()
  return (catalog) => {
    let known = made.get(catalog)
    if (known === undefined) {
      known = { value: make(catalog) }
      made.set(catalog, known)
    }
    return known.value
  }
}
