import type { TableName } from './table.ts'

/**
 * The index of names: the planet or host for each known name.
 *
 * Layout, little-endian: 8 bytes magic, u32 length of the JSON header, the header (UTF-8), then the sections at the offsets
 * that the header names, counted from the start of the file, each aligned to 8 bytes.
 *
 * Targets are the planets and hosts of the archive, numbered in order of kind and name:
 * - `targetKinds`    targets × u8: index in TARGET_KINDS
 * - `targetTables`   targets × u8: index in TABLE_NAMES of the table whose rows have the name
 * - `targetHosts`    targets × u32: number of a planet's host, or of the host itself
 * - `targetLetters`  targets × u32: code point of a planet's letter; 0 if it has none
 * - `targetOffsets`  (targets + 1) × u32, `targetNames` UTF-8
 *
 * Entries are the names, sorted by the UTF-8 bytes of their key (see src/names/spelling.ts), then by name, then by target:
 * - `keyOffsets`     (entries + 1) × u32, `keys` UTF-8, at most MAX_KEY_BYTES each
 * - `textOffsets`    (entries + 1) × u32, `texts` UTF-8: the name as written
 * - `entryTargets`   entries × u32
 * - `entryVias`      entries × u8: index in the header's `vias`, the columns that contain the names
 * - `shared`         entries × u8: bytes that a key has in common with the one before it
 * - `nextShorter`    entries × u32: the first later entry that shares less with the one before it; `entries` if none does
 *
 * Parts are endings of target names that begin at a word, sorted by their bytes, so that `209458` matches `HD 209458`:
 * - `partEntries`    parts × u32, `partStarts` parts × u8: the entry, and where the part begins in its key
 */
export const NAME_INDEX_MAGIC = 'EXONAME1'

export const MAX_KEY_BYTES = 200

export const TARGET_KINDS = ['planet', 'host'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** The table of each kind. */
export const TABLE_OF_KIND = { planet: 'exoplanets', host: 'stellarhosts' } as const satisfies Record<
  TargetKind,
  TableName
>
/** The kind that a row of each table describes. */
export const KIND_OF_TABLE = { exoplanets: 'planet', stellarhosts: 'host' } as const satisfies Record<
  TableName,
  TargetKind
>

/** The column with the archive's own names of each kind; all other names are aliases. */
export const PRIMARY_VIA = { planet: 'pl_name', host: 'hostname' } as const satisfies Record<TargetKind, string>
/** The first columns in the header's `vias`. */
export const PRIMARY_VIAS: readonly string[] = Object.values(PRIMARY_VIA)

export const NAME_SECTIONS = [
  'targetKinds',
  'targetTables',
  'targetHosts',
  'targetLetters',
  'targetOffsets',
  'targetNames',
  'keyOffsets',
  'keys',
  'textOffsets',
  'texts',
  'entryTargets',
  'entryVias',
  'shared',
  'nextShorter',
  'partEntries',
  'partStarts',
] as const
export type NameSection = (typeof NAME_SECTIONS)[number]

export interface NameIndexHeader {
  readonly targets: number
  readonly entries: number
  readonly parts: number
  readonly vias: readonly string[]
  readonly sections: Readonly<Record<NameSection, { readonly offset: number; readonly bytes: number }>>
}

/** A planet or host of the archive. */
export interface NameTarget {
  readonly kind: TargetKind
  readonly name: string
  readonly table: TableName
}

/** How a requested name matches a target, best first. */
export const MATCH_KINDS = ['exact', 'spelling', 'alias', 'near'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

export interface NameMatch extends NameTarget {
  readonly match: MatchKind
  /** The column that contains the matching name, or the file of aliases. */
  readonly via: string
  /** The host of a similarly named planet whose name does not begin with that of its host. */
  readonly hostname?: string
}
