import { WHOLE_TABLE_FORMS, type WholeTableForm } from '../../src/format/data-file.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import { openPages } from '../pages/open-pages.ts'
import type { SharedTable } from '../table/shared-table.ts'
import { packRows } from './packed-rows.ts'
import { encodeParquet } from './parquet.ts'
import type { TableFacts } from './table-facts.ts'

/** Number of cells above which the garbage of a table is collected before the next file is made. */
const LARGE_CELLS = 1_000_000

/** Files with entire tables, by the names under which they are served. */
export type WholeTableFiles = Readonly<Record<string, FileRef>>

/** Writes an entire table, in snapshot order, in every download format; `pages` is its page file. */
export async function writeWholeTable(
  table: SharedTable,
  pages: FileRef,
  facts: TableFacts,
  dataDir: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<WholeTableFiles> {
  const { name, columns } = table
  const page = openPages(name, pages, dataDir)
  const encoders: Readonly<Record<WholeTableForm, () => Uint8Array | readonly Uint8Array[]>> = {
    parquet: () => encodeParquet(table, page, facts),
    'csv.gz': () => packRows('csv', page, columns, facts),
    'vot.gz': () => packRows('votable', page, columns, facts),
  }
  const forms = Object.keys(WHOLE_TABLE_FORMS) as WholeTableForm[]
  const files: Record<string, FileRef> = {}
  for (const [place, form] of forms.entries()) {
    files[`${name}.${form}`] = await writeArtifact(dataDir, `data/${name}`, form, encoders[form]())
    onProgress(place + 1, forms.length)
    if (table.rows * columns.length > LARGE_CELLS) Bun.gc(true)
  }
  return files
}
