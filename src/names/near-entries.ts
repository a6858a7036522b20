import type { NameIndex } from './name-index.ts'

/** An entry similar to the requested name; a smaller distance means more similar. */
export interface NearEntry {
  readonly entry: number
  readonly distance: number
}

/** Maximum edits between related names of any length. */
const MAX_EDITS = 3

/**
 * Names that continue after the requested text: the maximum number considered, and the maximum additional bytes of a
 * similar name.
 */
const MAX_LONGER = 400
const MAX_MORE_BYTES = 12

/** Longer texts are not names, and their edits would not fit into a byte. */
const MAX_WANTED_BYTES = 120

/** Shorter texts are the beginning or end of too many names. */
const MIN_PART_BYTES = 3

/**
 * All entries whose key is at most `most` edits away. The keys are sorted, so that each key reuses the rows of the
 * edit-distance table of the previous one, and if a prefix is already too far away, all keys that share it are skipped.
 */
export function withinEdits(index: NameIndex, wanted: Uint8Array, most: number): NearEntry[] {
  const { entries, keyOffsets, keys, shared, nextShorter } = index
  const width = wanted.byteLength + 1
  const longest = wanted.byteLength + most
  const rows = new Uint8Array((longest + 1) * width)
  for (let column = 0; column < width; column += 1) rows[column] = column
  const found: NearEntry[] = []
  let known = 0 // rows that are valid for the beginning of the current key
  for (let entry = 0; entry < entries; ) {
    const start = keyOffsets[entry]!
    const length = keyOffsets[entry + 1]! - start
    const last = Math.min(length, longest)
    let depth = Math.min(shared[entry]!, known)
    let isFar = false
    while (depth < last && !isFar) {
      const byte = keys[start + depth]!
      const above = depth * width
      depth += 1
      const row = depth * width
      // Columns further from the diagonal than the allowed edits cannot lead to a match.
      const from = Math.max(1, depth - most)
      const to = Math.min(width - 1, depth + most)
      rows[row + from - 1] = from === 1 ? depth : most + 1
      let least = rows[row + from - 1]!
      for (let column = from; column <= to; column += 1) {
        const replaced = rows[above + column - 1]! + (wanted[column - 1] === byte ? 0 : 1)
        const edits = Math.min(replaced, rows[above + column]! + 1, rows[row + column - 1]! + 1)
        rows[row + column] = edits
        if (edits < least) least = edits
      }
      if (to + 1 < width) rows[row + to + 1] = most + 1
      isFar = least > most
    }
    if (isFar || length > longest) {
      // All keys that share this prefix, or continue after it, are as far away.
      const beginning = isFar ? depth : longest + 1
      known = isFar ? depth - 1 : depth
      entry += 1
      while (entry < entries && shared[entry]! >= beginning) entry = nextShorter[entry]!
      continue
    }
    known = depth
    const edits = width - 1 - length > most ? most + 1 : rows[length * width + width - 1]!
    if (edits <= most) found.push({ entry, distance: edits + 0.5 })
    entry += 1
  }
  return found
}

/** Names that begin with the requested text and are a few characters longer. */
function longerNames(index: NameIndex, wanted: Uint8Array): NearEntry[] {
  const [from, to] = index.range(wanted, true)
  const found: NearEntry[] = []
  for (let entry = from; entry < Math.min(to, from + MAX_LONGER); entry += 1) {
    const more = index.keyOffsets[entry + 1]! - index.keyOffsets[entry]! - wanted.byteLength
    if (more > 0 && more <= MAX_MORE_BYTES) found.push({ entry, distance: 0.5 + more / 20 })
  }
  return found
}

/** Names that end with the requested text, or have it at the beginning of a later word. */
function wordsOfNames(index: NameIndex, wanted: Uint8Array): NearEntry[] {
  const [from, to] = index.partRange(wanted, true)
  const found: NearEntry[] = []
  for (let part = from; part < Math.min(to, from + MAX_LONGER); part += 1) {
    const entry = index.partEntries[part]!
    const rest = index.keyOffsets[entry + 1]! - index.keyOffsets[entry]! - index.partStarts[part]! - wanted.byteLength
    if (rest <= MAX_MORE_BYTES) found.push({ entry, distance: 1 + rest / 20 })
  }
  return found
}

/** The entries similar to a key and accepted by `isRelated`, in no particular order. */
export function nearEntries(
  index: NameIndex,
  key: string,
  isRelated: (entry: number) => boolean,
): readonly NearEntry[] {
  const wanted = Buffer.from(key)
  if (wanted.byteLength > MAX_WANTED_BYTES) return []
  const parts =
    wanted.byteLength < MIN_PART_BYTES ? [] : [...longerNames(index, wanted), ...wordsOfNames(index, wanted)]
  const found = parts.filter(({ entry }) => isRelated(entry))
  // Up to a third of the characters can differ. Small distances are tried first: they are found sooner and are the most
  // similar.
  const most = Math.min(MAX_EDITS, Math.floor(wanted.byteLength / 3))
  for (let edits = 1; edits <= most; edits += 1) {
    for (const near of withinEdits(index, wanted, edits)) if (isRelated(near.entry)) found.push(near)
    if (found.length > 0) break
  }
  return found
}
