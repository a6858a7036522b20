import type { InputFile } from '../../src/format/manifest.ts'
import { countRepeats } from '../table/count-repeats.ts'
import { AliasList } from './aliases.ts'
import type { Alias } from './archive.ts'
import type { ColumnMetadata, FileFacts, TableSink } from './cells/table-sink.ts'
import { ColumnCatalog } from './column-metadata.ts'
import { type ArchiveFile, FileReading } from './files/archive-file.ts'
import type { TableFile } from './files/find-files.ts'
import { readDelimited } from './formats/delimited.ts'
import { readVotable } from './formats/votable.ts'
import { type BuiltTable, TableBuilder } from './table-builder.ts'
import { checkUtf8 } from './text/utf8.ts'

/** A table that has been read, with the facts that its file states about itself. */
export interface TableReading extends BuiltTable {
  readonly input: InputFile
  readonly facts: FileFacts
  /** Number of rows that are identical, in every cell, to an earlier one. */
  readonly repeats: number
}

/** A column catalog that has been read. */
export interface ColumnCatalogReading {
  readonly catalog: ColumnCatalog
  readonly input: InputFile
}

/** A list of aliases that has been read. */
export interface AliasReading {
  readonly aliases: readonly Alias[]
  readonly input: InputFile
}

/**
 * Reads one table file of any form. `metadata` contains the catalog's facts for this file and is empty if there is no catalog.
 * Arguments and result are plain data (except for `onProgress`), so that a Worker can call it.
 */
export async function readTable(
  file: TableFile,
  metadata: ColumnMetadata,
  onProgress?: (done: number, total: number) => void,
): Promise<TableReading> {
  const builder = new TableBuilder(file.table, file.name, metadata)
  const { input, facts } = await readInto(builder, file, onProgress)
  const built = builder.finish()
  return { ...built, input, facts, repeats: countRepeats(built.table) }
}

/** Reads a column catalog (`columns.csv`) of any form. */
export async function readColumnCatalog(file: ArchiveFile): Promise<ColumnCatalogReading> {
  const catalog = new ColumnCatalog(file.name)
  const { input } = await readInto(catalog, file)
  return { catalog, input }
}

/** Reads a list of aliases (`aliases.csv`) of any form. */
export async function readAliases(file: ArchiveFile): Promise<AliasReading> {
  const list = new AliasList(file.name)
  const { input } = await readInto(list, file)
  return { aliases: list.aliases, input }
}

async function readInto(
  sink: TableSink,
  file: ArchiveFile,
  onProgress?: (done: number, total: number) => void,
): Promise<{ readonly input: InputFile; readonly facts: FileFacts }> {
  const reading = new FileReading(file, onProgress)
  const chunks = checkUtf8(file.name, reading.bytes())
  const facts =
    file.form === 'votable'
      ? await readVotable(file.name, chunks, sink)
      : await readDelimited(file.name, chunks, file.form === 'csv' ? ',' : '\t', sink)
  return { input: reading.input, facts }
}
