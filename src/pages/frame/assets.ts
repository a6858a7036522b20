/** A static file of the pages. Its name contains a hash of its bytes, so that caches can retain it indefinitely. */
export interface Asset {
  /** Path from the root of the service: `/assets/style.1a2b3c4d.css`. */
  readonly path: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The folder of all static files. */
export const ASSET_FOLDER = '/assets/'

/** Number of hexadecimal digits of the hash in a file name. */
const HASH_DIGITS = 12

/** Creates a static file with this content; `name` is its name without the hash. */
export function createAsset(name: string, mediaType: string, content: string | Uint8Array): Asset {
  const bytes = new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS)
  const dot = name.lastIndexOf('.')
  return { path: `${ASSET_FOLDER}${name.slice(0, dot)}.${hash}${name.slice(dot)}`, mediaType, bytes }
}
