import { LRUCache } from 'lru-cache'
import type { PageColumn } from '../ports.ts'
import type { TextPlace } from '../table-query/conditions.ts'
import { foldCase } from '../text/fold-case.ts'

/** Default memory limit in bytes: enough for the searched columns of the full archive. */
const DEFAULT_BYTES = 24 * 1_048_576

/** Memory overhead of an entry in addition to its bytes. */
const OVERHEAD_BYTES = 256

/** A column's case-folded distinct values, concatenated: value c is text[ends[c] .. ends[c + 1]). */
interface FoldedValues {
  readonly text: string
  readonly ends: Uint32Array
}

/** The distinct values of a column that contain a text. */
export interface Matches {
  /** 1 at the code of each matching value; nulls never match. */
  readonly isMatch: Uint8Array
  /** Number of rows with one of these values. */
  readonly rows: number
}

/** The text of a value from its JSON: the part inside the quotes, or the digits of the number. */
function valueText(json: string): string {
  if (json.charCodeAt(0) !== 0x22) return json
  return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1)
}

function foldValues(column: PageColumn): FoldedValues {
  const { distinct, offsets, fragments } = column
  const bytes = Buffer.from(fragments.buffer, fragments.byteOffset, fragments.byteLength)
  const all = bytes.toString()
  const isAscii = all.length === bytes.byteLength // byte offsets are then also string offsets
  const values: string[] = new Array(distinct)
  const ends = new Uint32Array(distinct + 1)
  let end = 0
  for (let code = 0; code < distinct; code++) {
    const from = offsets[code]!
    const to = offsets[code + 1]!
    const value = foldCase(valueText(isAscii ? all.slice(from, to) : bytes.toString('utf8', from, to)))
    values[code] = value
    end += value.length
    ends[code + 1] = end
  }
  return { text: values.join(''), ends }
}

function findMatches(column: PageColumn, { text, ends }: FoldedValues, wanted: string): Matches {
  const { distinct, starts } = column
  const isMatch = new Uint8Array(distinct + 1)
  let rows = 0
  let code = 0
  // One native search over all values at once; a hit that extends into the next value is not a match.
  for (let at = text.indexOf(wanted); at >= 0; ) {
    while (ends[code + 1]! <= at) code++
    const end = ends[code + 1]!
    if (at + wanted.length > end) {
      at = text.indexOf(wanted, at + 1)
      continue
    }
    isMatch[code] = 1
    rows += starts[code + 1]! - starts[code]!
    at = text.indexOf(wanted, end)
  }
  return { isMatch, rows }
}

function findEnds(column: PageColumn, { text, ends }: FoldedValues, wanted: string, where: TextPlace): Matches {
  const { distinct, starts } = column
  const isMatch = new Uint8Array(distinct + 1)
  let rows = 0
  for (let code = 0; code < distinct; code++) {
    const at = where === 'startswith' ? ends[code]! : ends[code + 1]! - wanted.length
    if (at < ends[code]! || at + wanted.length > ends[code + 1]! || !text.startsWith(wanted, at)) continue
    isMatch[code] = 1
    rows += starts[code + 1]! - starts[code]!
  }
  return { isMatch, rows }
}

/** Searches the columns of all tables of a snapshot, and caches intermediate results within a number of bytes. */
export interface ValueSearch {
  /** The values of a column that contain, begin or end with `wanted`, which must be case-folded and not empty. */
  find(table: string, column: PageColumn, wanted: string, where?: TextPlace): Matches
  /** The row numbers cached under a key, or computed by `make`. */
  rows(key: string, make: () => Uint32Array): Uint32Array
  /** Evicts everything and caches nothing from now on, because another snapshot is served. */
  retire(): void
  /** Bytes currently in use. */
  readonly byteLength: number
}

type Kept = { readonly folded: FoldedValues } | { readonly matches: Matches } | { readonly rows: Uint32Array }

function bytesOf(kept: Kept, key: string): number {
  const own =
    'rows' in kept
      ? kept.rows.byteLength
      : 'matches' in kept
        ? kept.matches.isMatch.byteLength
        : // A string takes one or two bytes per character; ASCII is as long as in UTF-8.
          Buffer.byteLength(kept.folded.text) === kept.folded.text.length
          ? kept.folded.text.length + kept.folded.ends.byteLength
          : 2 * kept.folded.text.length + kept.folded.ends.byteLength
  return own + 2 * key.length + OVERHEAD_BYTES
}

/**
 * Creates a search within `maxBytes`. It folds a column's values at the first search and caches recent results: in the full
 * archive, a search among the planet names takes 10 to 100 us, a third of a filtered and sorted page, and clients page
 * through the results of one filter. The least recently used entries are evicted first.
 */
export function createValueSearch(maxBytes = DEFAULT_BYTES, onRead: (isHit: boolean) => void = () => {}): ValueSearch {
  const kept = new LRUCache<string, Kept>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: bytesOf,
  })
  let isRetired = false
  const keep = <Value extends Kept>(key: string, value: Value): Value => {
    if (!isRetired) kept.set(key, value)
    return value
  }
  const foldedValues = (name: string, column: PageColumn): FoldedValues => {
    const known = kept.get(name)
    if (known !== undefined && 'folded' in known) return known.folded
    return keep(name, { folded: foldValues(column) }).folded
  }
  return {
    find(table, column, wanted, where = 'contains') {
      const name = `${table}|${column.name}`
      const key = `${where}|${wanted.length}|${wanted}${name}`
      const known = kept.get(key)
      const isHit = known !== undefined && 'matches' in known
      onRead(isHit)
      if (isHit) return known.matches
      const values = foldedValues(name, column)
      const matches =
        where === 'contains' ? findMatches(column, values, wanted) : findEnds(column, values, wanted, where)
      return keep(key, { matches }).matches
    },
    rows(key, make) {
      const known = kept.get(key)
      const isHit = known !== undefined && 'rows' in known
      onRead(isHit)
      return isHit ? known.rows : keep(key, { rows: make() }).rows
    },
    retire() {
      isRetired = true
      kept.clear()
    },
    get byteLength() {
      return kept.calculatedSize
    },
  }
}
