import type { ColumnFacts, FileFacts } from '../cells/table-sink.ts'
import { readDate } from '../files/date.ts'
import { isShowableSource } from '../files/source-words.ts'

/** Reads the `#` lines above a table downloaded from the archive's web pages, one by one. */
export class WebHeader {
  readonly #columns = new Map<string, ColumnFacts>()
  #date: string | undefined
  #producer: string | undefined

  /** `text` is one line with its `#`, without its line end. */
  add(file: string, line: number, text: string): void {
    const comment = text.slice(1).trim()
    const column = /^COLUMN\s+(\S+?)\s*:\s*(.*)$/.exec(comment)
    if (column !== null) {
      const facts = { ...readColumnText(column[2]!), declaredAt: { file, line } }
      if (!this.#columns.has(column[1]!)) this.#columns.set(column[1]!, facts)
      return
    }
    const producer = /^This file was produced by (?:the )?(.*\S)/.exec(comment)
    if (producer !== null) {
      if (isShowableSource(producer[1]!)) this.#producer ??= producer[1]!.replace(/\s+/g, ' ')
    } else this.#date ??= readDate(comment)
  }

  get columns(): ReadonlyMap<string, ColumnFacts> {
    return this.#columns
  }

  get facts(): FileFacts {
    return {
      ...(this.#date === undefined ? {} : { date: this.#date }),
      ...(this.#producer === undefined ? {} : { producer: this.#producer }),
    }
  }
}

/**
 * Splits `Orbital Period Upper Unc. [days]` into a description and a unit. Of several brackets, the last is the unit
 * (`Metallicity [Fe/H] [dex]`). The archive also writes the unit in the middle (`Distance [pc] Upper Unc`) and, in one line, a
 * stray `)` after it.
 */
function readColumnText(text: string): { description?: string; unit?: string } {
  const bracket = /^(.*)\[([^[\]]*)\]\)?(.*)$/.exec(text)
  const description = (bracket === null ? text : `${bracket[1]!.trimEnd()}${bracket[3]}`).trim()
  const unit = bracket?.[2]?.trim() ?? ''
  return { ...(description === '' ? {} : { description }), ...(unit === '' ? {} : { unit }) }
}
