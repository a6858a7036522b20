/** How many bytes each kind of thing that is kept of answers may take. */
export interface CacheShares {
  /** Bodies ready to send. */
  readonly bodies: number
  /** The addresses that bodies were asked for under. */
  readonly addresses: number
  /** What tells that a body was asked for before. */
  readonly seenKeys: number
  /** Results of SQL. */
  readonly sqlResults: number
  /** What table reads search with `filter`, and what they found. */
  readonly filters: number
}

const MIB = 1_048_576

/** One body is expected for as many bytes of bodies, so that what is asked again while it could have been kept is known. */
const BODY_BYTES_PER_KEY = 4_096
const BYTES_PER_SEEN_KEY = 4

/** Divides `CACHE_MB`: half for bodies, a quarter for results of SQL, three sixteenths for filters, the rest for keys. */
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
