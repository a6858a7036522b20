import { LRUCache } from 'lru-cache'
import type { PageColumn } from '../ports.ts'
import type { TextPlace } from '../table-query/conditions.ts'
import { foldCase } from '../text/fold-case.ts'

/** Bytes to keep where nobody says how many: enough for the columns that are searched in the full archive. */
const DEFAULT_BYTES = 24 * 1_048_576

/** What an entry costs beside its bytes. */
const OVERHEAD_BYTES = 256

/** A column's distinct values without case, one after the other: value c is text[ends[c] .. ends[c + 1]). */
interface FoldedValues {
  readonly text: string
  readonly ends: Uint32Array
}

/** The distinct values of a column that contain a text. */
export interface Matches {
  /** 1 at the code of each matching value; nulls never match. */
  readonly isMatch: Uint8Array
  /** Rows that have one of these values. */
  readonly rows: number
}

/** The text of a value from its JSON: what is inside the quotes, or the number as it stands. */
function valueText(json: string): string {
  if (json.charCodeAt(0) !== 0x22) return json
  return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1)
}

function foldValues(column: PageColumn): FoldedValues {
  const { distinct, offsets, fragments } = column
  const bytes = Buffer.from(fragments.buffer, fragments.byteOffset, fragments.byteLength)
  const all = bytes.toString()
  const isAscii = all.length === bytes.byteLength // then byte offsets are also offsets in the string
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
  // One native search over all values at once; a hit that reaches into the next value is none.
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

/** Searches the columns of all tables of a snapshot, and keeps what that takes within a number of bytes. */
export interface ValueSearch {
  /** The values of a column that contain, begin or end with `wanted`, which must be case-folded and not empty. */
  find(table: string, column: PageColumn, wanted: string, where?: TextPlace): Matches
  /** The row numbers that were kept under a key, or the ones that `make` finds now. */
  rows(key: string, make: () => Uint32Array): Uint32Array
  /** Lets go of everything and keeps nothing from now on: another snapshot is served. */
  retire(): void
  /** Bytes held now. */
  readonly byteLength: number
}

type Kept = { readonly folded: FoldedValues } | { readonly matches: Matches } | { readonly rows: Uint32Array }

function bytesOf(kept: Kept, key: string): number {
  const own =
    'rows' in kept
      ? kept.rows.byteLength
      : 'matches' in kept
        ? kept.matches.isMatch.byteLength
        : // Text is held in one byte a character or in two; as ASCII it is as long as in UTF-8.
          Buffer.byteLength(kept.folded.text) === kept.folded.text.length
          ? kept.folded.text.length + kept.folded.ends.byteLength
          : 2 * kept.folded.text.length + kept.folded.ends.byteLength
  return own + 2 * key.length + OVERHEAD_BYTES
}

/**
 * A search within `maxBytes`, which folds a column's values at its first search and keeps what it found lately: in the full
 * archive a search among the planets' names takes 10 to 100 us, a third of a filtered and sorted page, and readers turn the
 * pages of one filter. The least recently used goes first.
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
