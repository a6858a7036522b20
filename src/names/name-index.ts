import { readHeader } from '../files/file-header.ts'
import {
  NAME_INDEX_MAGIC,
  type NameIndexHeader,
  type NameSection,
  type NameTarget,
  PRIMARY_VIA,
  TARGET_KINDS,
} from '../format/name-index.ts'
import { TABLE_NAMES } from '../format/table.ts'

/** Why bytes are not a valid name index, as the end of a sentence about the file. */
export class NameIndexFault extends Error {
  override readonly name = 'NameIndexFault'
}

/** An opened index; its arrays are views of the file (see format/name-index.ts). */
export class NameIndex {
  readonly targets: number
  readonly entries: number
  readonly vias: readonly string[]
  readonly targetHosts: Uint32Array
  readonly targetLetters: Uint32Array
  readonly keyOffsets: Uint32Array
  readonly keys: Buffer
  readonly entryTargets: Uint32Array
  readonly entryVias: Uint8Array
  readonly shared: Uint8Array
  readonly nextShorter: Uint32Array
  readonly partEntries: Uint32Array
  readonly partStarts: Uint8Array
  readonly #targetKinds: Uint8Array
  readonly #targetTables: Uint8Array
  readonly #targetOffsets: Uint32Array
  readonly #targetNames: Buffer
  readonly #textOffsets: Uint32Array
  readonly #texts: Buffer
  #planets: ReadonlyMap<number, readonly number[]> | undefined

  /** Throws a NameIndexFault if the bytes are not a complete index. */
  constructor(file: Uint8Array<ArrayBuffer>) {
    const { targets, entries, parts, vias, sections } = readHeader<NameIndexHeader>(
      file,
      NAME_INDEX_MAGIC,
      (reason, options) => new NameIndexFault(reason, options),
    )
    const bytes = (name: NameSection, length?: number, width = 1): Uint8Array<ArrayBuffer> => {
      const section = sections?.[name]
      const isInside =
        section !== undefined && section.offset % 8 === 0 && section.offset + section.bytes <= file.byteLength
      if (!isInside || (length !== undefined && section.bytes !== length * width))
        throw new NameIndexFault(`has a section "${name}" that does not fit it`)
      return new Uint8Array(file.buffer, file.byteOffset + section.offset, section.bytes)
    }
    const words = (name: NameSection, length: number): Uint32Array => {
      const { buffer, byteOffset } = bytes(name, length, 4)
      return new Uint32Array(buffer, byteOffset, length)
    }
    const texts = (name: NameSection): Buffer => {
      const { buffer, byteOffset, byteLength } = bytes(name)
      return Buffer.from(buffer, byteOffset, byteLength)
    }
    this.targets = targets
    this.entries = entries
    this.vias = vias
    this.#targetKinds = bytes('targetKinds', targets)
    this.#targetTables = bytes('targetTables', targets)
    this.targetHosts = words('targetHosts', targets)
    this.targetLetters = words('targetLetters', targets)
    this.#targetOffsets = words('targetOffsets', targets + 1)
    this.#targetNames = texts('targetNames')
    this.keyOffsets = words('keyOffsets', entries + 1)
    this.keys = texts('keys')
    this.#textOffsets = words('textOffsets', entries + 1)
    this.#texts = texts('texts')
    this.entryTargets = words('entryTargets', entries)
    this.entryVias = bytes('entryVias', entries)
    this.shared = bytes('shared', entries)
    this.nextShorter = words('nextShorter', entries)
    this.partEntries = words('partEntries', parts)
    this.partStarts = bytes('partStarts', parts)
  }

  target(number: number): NameTarget {
    return {
      kind: TARGET_KINDS[this.#targetKinds[number]!]!,
      name: this.#targetNames.toString('utf8', this.#targetOffsets[number]!, this.#targetOffsets[number + 1]!),
      table: TABLE_NAMES[this.#targetTables[number]!]!,
    }
  }

  isHost(target: number): boolean {
    return TARGET_KINDS[this.#targetKinds[target]!] === 'host'
  }

  /** The name of an entry in its original spelling. */
  text(entry: number): string {
    return this.#texts.toString('utf8', this.#textOffsets[entry]!, this.#textOffsets[entry + 1]!)
  }

  /** Whether an entry is the archive's own name of its target. */
  isPrimary(entry: number): boolean {
    const kind = TARGET_KINDS[this.#targetKinds[this.entryTargets[entry]!]!]!
    return this.vias[this.entryVias[entry]!] === PRIMARY_VIA[kind]
  }

  /** The planets of a host, sorted by name. */
  planetsOf(host: number): readonly number[] {
    this.#planets ??= this.#collectPlanets()
    return this.#planets.get(host) ?? []
  }

  #collectPlanets(): ReadonlyMap<number, readonly number[]> {
    const planets = new Map<number, number[]>()
    for (let target = 0; target < this.targets; target += 1) {
      if (this.isHost(target)) continue
      const host = this.targetHosts[target]!
      const ofHost = planets.get(host)
      if (ofHost === undefined) planets.set(host, [target])
      else ofHost.push(target)
    }
    return planets
  }

  /**
   * Compares the part of a key that begins at `start` with `wanted`: negative, 0 or positive; with `isPrefix`, only its
   * beginning.
   */
  #compare(entry: number, start: number, wanted: Uint8Array, isPrefix: boolean): number {
    const from = this.keyOffsets[entry]! + start
    const end = this.keyOffsets[entry + 1]!
    const to = isPrefix ? Math.min(end, from + wanted.byteLength) : end
    return this.keys.compare(wanted, 0, wanted.byteLength, from, to)
  }

  /** The entries whose key is `wanted`, or begins with it: from the first (inclusive) to the second number (exclusive). */
  range(wanted: Uint8Array, isPrefix = false): readonly [from: number, to: number] {
    return searchRange(this.entries, (entry) => this.#compare(entry, 0, wanted, isPrefix))
  }

  /** The same range for parts of names. */
  partRange(wanted: Uint8Array, isPrefix = false): readonly [from: number, to: number] {
    const { partEntries, partStarts } = this
    return searchRange(partEntries.length, (part) =>
      this.#compare(partEntries[part]!, partStarts[part]!, wanted, isPrefix),
    )
  }
}

/** The range of ascending positions that compare as 0. */
function searchRange(length: number, compare: (place: number) => number): readonly [from: number, to: number] {
  const firstFrom = (isPast: (order: number) => boolean): number => {
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isPast(compare(middle))) high = middle
      else low = middle + 1
    }
    return low
  }
  return [firstFrom((order) => order >= 0), firstFrom((order) => order > 0)]
}
