import { type Alias, ArchiveError } from './archive.ts'
import { type CellBatch, cellText } from './cells/cell-batch.ts'
import type { TableHeader, TableSink } from './cells/table-sink.ts'

const COLUMNS = ['name', 'alias'] as const

/** Reads the rows of an `aliases.csv`: the archive's name of a planet or host, and another name of it. Cells are trimmed. */
export class AliasList implements TableSink {
  readonly aliases: Alias[] = []
  #places: readonly [name: number, alias: number] = [0, 0]

  constructor(readonly file: string) {}

  begin({ names, line }: TableHeader): void {
    const [name, alias] = COLUMNS.map((column) => names.indexOf(column))
    const missing = COLUMNS.find((column) => !names.includes(column))
    if (missing !== undefined)
      throw new ArchiveError(`${this.file}, line ${line}: the column ${missing} is missing.`, {
        file: this.file,
        line,
        column: missing,
      })
    this.#places = [name!, alias!]
  }

  add(batch: CellBatch): void {
    for (let row = 0; row < batch.rows; row += 1) {
      const [name, alias] = this.#places.map((place) => cellText(batch, row, place).trim())
      this.aliases.push({ name: name!, alias: alias!, file: this.file, line: batch.lineOf(row) })
    }
  }
}
