/** Maximum bytes for each kind of cached data. */
export interface CacheShares {
  /** Bodies ready to send. */
  readonly bodies: number
  /** The requested URLs of bodies. */
  readonly addresses: number
  /** The filter of keys that were requested before. */
  readonly seenKeys: number
  /** SQL results. */
  readonly sqlResults: number
  /** Data that table reads search for `filter`, and the rows found. */
  readonly filters: number
}

const MIB = 1_048_576

/**
 * Expected bytes per body; determines the number of seen keys, so that repeated requests for bodies that could have been
 * cached are recognized.
 */
const BODY_BYTES_PER_KEY = 4_096
const BYTES_PER_SEEN_KEY = 4

/** Divides `CACHE_MB`: half for bodies, a quarter for SQL results, three sixteenths for filters, the rest for keys. */
export function cacheShares(cacheMb: number): CacheShares {
  const whole = cacheMb * MIB
  const bodies = whole / 2
  const seenKeys = (bodies / BODY_BYTES_PER_KEY) * BYTES_PER_SEEN_KEY
  return {
    bodies,
    addresses: whole / 16 - seenKeys,
    seenKeys,
    sqlResults: whole / 4,
    filters: (whole / 16) * 3,
  }
}
