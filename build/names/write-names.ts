import type { FileRef } from '../../src/format/manifest.ts'
import { TARGET_KINDS } from '../../src/format/name-index.ts'
import type { Alias } from '../archive/archive.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import {
  type CollectedAlias,
  collectAliases,
  collectTargets,
  hostsByPlanets,
  type NamedTables,
} from './collect-names.ts'
import { encodeNames } from './encode-names.ts'

export interface NamesInput {
  readonly tables: NamedTables
  /** The archive's own list of commonly used names. */
  readonly aliases: readonly Alias[]
  readonly dataDir: string
  readonly effects: BuildEffects
}

/** Writes the name index. A row of the alias list that names no planet or host is reported and omitted. */
export function writeNames({ tables, aliases, dataDir, effects }: NamesInput): Promise<FileRef> {
  const targets = collectTargets(tables)
  const known = new Set(targets.map(({ kind, name }) => `${kind} ${name}`))
  const listed = aliases.flatMap(({ name, alias, file, line }): CollectedAlias[] => {
    const kinds = TARGET_KINDS.filter((kind) => known.has(`${kind} ${name}`))
    if (kinds.length === 0 || alias === '') {
      const reason = alias === '' ? 'the alias is empty' : `no planet or host is called "${name}"`
      effects.log(`${file}, line ${line} is omitted: ${reason}.`)
      return []
    }
    return kinds.map((kind) => ({ kind, name, alias, via: 'aliases.csv' }))
  })
  const names = [...listed, ...collectAliases(tables), ...hostsByPlanets(targets)]
  return writeArtifact(dataDir, 'names', 'bin', encodeNames(targets, names))
}
