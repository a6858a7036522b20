import { bytesBeforeHeader, writeHeader } from '../../src/files/file-header.ts'
import {
  MAX_KEY_BYTES,
  NAME_INDEX_MAGIC,
  NAME_SECTIONS,
  type NameIndexHeader,
  type NameSection,
  PRIMARY_VIA,
  PRIMARY_VIAS,
  TARGET_KINDS,
} from '../../src/format/name-index.ts'
import { TABLE_NAMES } from '../../src/format/table.ts'
import { spellingKey } from '../../src/names/spelling.ts'
import type { CollectedAlias, CollectedTarget } from './collect-names.ts'

const ALIGNMENT = 8
const NO_HOST = 0xffff_ffff

interface Entry {
  readonly key: Buffer
  readonly text: Buffer
  readonly target: number
  readonly via: number
}

/** A word of a name except the first: letters or digits after a separator. */
const LATER_WORD = /(?<=[\s\p{Pd}._])[\p{L}\p{N}]+/gu

function cutKey(name: string): Buffer {
  const key = Buffer.from(spellingKey(name))
  return key.byteLength <= MAX_KEY_BYTES ? key : key.subarray(0, MAX_KEY_BYTES)
}

function compareEntries(a: Entry, b: Entry): number {
  return Buffer.compare(a.key, b.key) || Buffer.compare(a.text, b.text) || a.target - b.target || a.via - b.via
}

/** Numbers of targets by name, for each kind. */
function numbersByName(targets: readonly CollectedTarget[]): Readonly<Record<string, ReadonlyMap<string, number>>> {
  const ofKind = (kind: string) =>
    new Map(targets.flatMap((target, number) => (target.kind === kind ? [[target.name, number] as const] : [])))
  return Object.fromEntries(TARGET_KINDS.map((kind) => [kind, ofKind(kind)]))
}

/** Creates the entries of all names in file order, and the columns of their origin. */
function makeEntries(targets: readonly CollectedTarget[], aliases: readonly CollectedAlias[]) {
  const numbers = numbersByName(targets)
  const vias = [...PRIMARY_VIAS]
  const entries: Entry[] = []
  const seen = new Set<string>()
  const add = (name: string, target: number, via: string): void => {
    const key = cutKey(name)
    // A second spelling of a name adds nothing, even if it is from another column.
    const identity = `${target} ${key.toString('latin1')}`
    if (key.byteLength === 0 || seen.has(identity)) return
    seen.add(identity)
    if (!vias.includes(via)) vias.push(via)
    entries.push({ key, text: Buffer.from(name), target, via: vias.indexOf(via) })
  }
  for (const [number, { kind, name }] of targets.entries()) add(name, number, PRIMARY_VIA[kind])
  for (const { kind, name, alias, via } of aliases) {
    const target = numbers[kind]!.get(name)
    if (target !== undefined) add(alias, target, via)
  }
  return { entries: entries.sort(compareEntries), vias }
}

function sharedBytes(a: Buffer, b: Buffer): number {
  const most = Math.min(a.byteLength, b.byteLength)
  let at = 0
  while (at < most && a[at] === b[at]) at += 1
  return at
}

/** For each entry, the first later one that shares fewer bytes with its predecessor. */
function nextShorter(shared: Uint8Array): Uint32Array {
  const next = new Uint32Array(shared.length)
  for (let entry = shared.length - 1; entry >= 0; entry -= 1) {
    let after = entry + 1
    while (after < shared.length && shared[after]! >= shared[entry]!) after = next[after]!
    next[entry] = after
  }
  return next
}

/** Consecutive texts, and the offset of each. */
function textBlock(texts: readonly Uint8Array[]): { readonly offsets: Uint32Array; readonly bytes: Uint8Array } {
  const offsets = new Uint32Array(texts.length + 1)
  for (const [index, text] of texts.entries()) offsets[index + 1] = offsets[index]! + text.byteLength
  return { offsets, bytes: Buffer.concat(texts) }
}

/** Later words of the archive's own names, sorted by the rest of the name from there on. */
function makeParts(entries: readonly Entry[], isPrimary: (entry: Entry) => boolean) {
  const parts: { readonly entry: number; readonly start: number; readonly rest: Buffer }[] = []
  for (const [number, entry] of entries.entries()) {
    if (!isPrimary(entry)) continue
    const text = entry.text.toString()
    for (const { index } of text.matchAll(LATER_WORD)) {
      const rest = cutKey(text.slice(index))
      const start = entry.key.byteLength - rest.byteLength
      // Without the text before it, a word might get a different key.
      if (rest.byteLength > 1 && start > 0 && entry.key.subarray(start).equals(rest))
        parts.push({ entry: number, start, rest })
    }
  }
  parts.sort((a, b) => Buffer.compare(a.rest, b.rest) || a.entry - b.entry)
  return parts
}

function bytesOf(array: Uint8Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

const align = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** Lays out the file: magic bytes and header, then the sections, each at a multiple of ALIGNMENT. */
function layOut(
  facts: Omit<NameIndexHeader, 'sections'>,
  sections: Readonly<Record<NameSection, Uint8Array>>,
): Uint8Array {
  const placed = (base: number): NameIndexHeader => {
    let offset = base
    const places = NAME_SECTIONS.map((name) => {
      const place = { offset, bytes: sections[name].byteLength }
      offset = align(offset + place.bytes)
      return [name, place] as const
    })
    return { ...facts, sections: Object.fromEntries(places) as NameIndexHeader['sections'] }
  }
  const fixed = bytesBeforeHeader(NAME_INDEX_MAGIC)
  // The number of digits of the offsets varies: reserve the maximum length of the header.
  const base = align(fixed + Buffer.byteLength(JSON.stringify(placed(1e9))) + NAME_SECTIONS.length)
  const header = placed(base)
  const json = Buffer.from(JSON.stringify(header))
  const last = header.sections[NAME_SECTIONS.at(-1)!]
  const file = new Uint8Array(align(last.offset + last.bytes))
  writeHeader(file, NAME_INDEX_MAGIC, json)
  for (const name of NAME_SECTIONS) file.set(sections[name], header.sections[name].offset)
  return file
}

/** Returns the bytes of a name index (see src/format/name-index.ts). An alias of an unknown target is omitted. */
export function encodeNames(targets: readonly CollectedTarget[], aliases: readonly CollectedAlias[]): Uint8Array {
  const hosts = numbersByName(targets).host!
  const { entries, vias } = makeEntries(targets, aliases)
  const parts = makeParts(entries, ({ via, target }) => PRIMARY_VIAS[via] === PRIMARY_VIA[targets[target]!.kind])
  const shared = Uint8Array.from(entries, ({ key }, at) => (at === 0 ? 0 : sharedBytes(entries[at - 1]!.key, key)))
  const names = textBlock(targets.map(({ name }) => Buffer.from(name)))
  const keys = textBlock(entries.map(({ key }) => key))
  const texts = textBlock(entries.map(({ text }) => text))
  const hostOf = ({ kind, host }: CollectedTarget, number: number): number =>
    kind === 'host' ? number : (hosts.get(host ?? '') ?? NO_HOST)
  return layOut(
    { targets: targets.length, entries: entries.length, parts: parts.length, vias },
    {
      targetKinds: Uint8Array.from(targets, ({ kind }) => TARGET_KINDS.indexOf(kind)),
      targetTables: Uint8Array.from(targets, ({ table }) => TABLE_NAMES.indexOf(table)),
      targetHosts: bytesOf(Uint32Array.from(targets, hostOf)),
      targetLetters: bytesOf(Uint32Array.from(targets, ({ letter }) => letter?.toLowerCase().codePointAt(0) ?? 0)),
      targetOffsets: bytesOf(names.offsets),
      targetNames: names.bytes,
      keyOffsets: bytesOf(keys.offsets),
      keys: keys.bytes,
      textOffsets: bytesOf(texts.offsets),
      texts: texts.bytes,
      entryTargets: bytesOf(Uint32Array.from(entries, ({ target }) => target)),
      entryVias: Uint8Array.from(entries, ({ via }) => via),
      shared,
      nextShorter: bytesOf(nextShorter(shared)),
      partEntries: bytesOf(Uint32Array.from(parts, ({ entry }) => entry)),
      partStarts: Uint8Array.from(parts, ({ start }) => start),
    },
  )
}
