import { beforeAll, expect, test } from 'bun:test'
import { delimiter, join } from 'node:path'
import type { Archive } from '../../../../build/archive/archive.ts'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import { mainTable, type TableName } from '../../../../src/format/table.ts'
import type { TableDates } from '../../../../src/format/table-dates.ts'
import { cellAt } from '../../../fixtures/archives/make-table.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'

interface Expected {
  readonly folders: readonly string[]
  readonly files: Readonly<Record<TableName, string>>
  readonly exoplanets: readonly [rows: number, columns: number]
  readonly stellarhosts: readonly [rows: number, columns: number]
  readonly tableDates: TableDates
  readonly source: string
}

/** Sizes as the archive folder's README gives them; a folder with one table borrows the other. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  volume: {
    folders: ['volume'],
    files: { exoplanets: 'volume/exoplanets.csv', stellarhosts: 'volume/stellarhosts.csv' },
    exoplanets: [29386, 119],
    stellarhosts: [45036, 18],
    tableDates: { exoplanets: '2021-01-11', stellarhosts: null },
    source: 'the files exoplanets.csv and stellarhosts.csv',
  },
  'all-columns': {
    folders: ['all-columns'],
    files: { exoplanets: 'all-columns/exoplanets.csv', stellarhosts: 'all-columns/stellarhosts.csv' },
    exoplanets: [100, 355],
    stellarhosts: [100, 136],
    tableDates: { exoplanets: '2025-10-09', stellarhosts: null },
    source: 'the files exoplanets.csv and stellarhosts.csv',
  },
  'tap-quoted with the hosts of volume': {
    folders: ['tap-quoted', 'volume'],
    files: { exoplanets: 'tap-quoted/ps.csv', stellarhosts: 'volume/stellarhosts.csv' },
    exoplanets: [35181, 15],
    stellarhosts: [45036, 18],
    tableDates: { exoplanets: null, stellarhosts: null },
    source: 'the files ps.csv and stellarhosts.csv',
  },
  'web-download with the hosts of volume': {
    folders: ['web-download', 'volume'],
    files: { exoplanets: 'web-download/PS_2021.01.26.csv', stellarhosts: 'volume/stellarhosts.csv' },
    exoplanets: [3322, 119],
    stellarhosts: [45036, 18],
    tableDates: { exoplanets: '2021-01-26', stellarhosts: null },
    source: 'NASA Exoplanet Archive http://exoplanetarchive.ipac.caltech.edu',
  },
}

/** RFC 4180 with LF, character by character: slow, plain, and no relative of the reader under test. */
function readStrictly(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = text.startsWith('#') ? text.search(/^[^#]/m) : 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        cell += text[at]
        if (text[at] === '"') at += 1
      }
      at += 1
    } else {
      const start = at
      while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1
      cell = text.slice(start, at)
    }
    record.push(cell)
    if (at < text.length && text[at] !== ',' && text[at] !== '\n') throw new Error(`not RFC 4180 at ${at}`)
    if (text[at] !== ',') {
      records.push(record)
      record = []
    }
    at += 1
  }
  return records
}

skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE).describe.each(Object.entries(EXPECTED))(
  'the real archive, %s',
  (_name, expected) => {
    let archive: Archive
    const logged: string[] = []

    beforeAll(async () => {
      const folders = expected.folders.map((folder) => join(realArchive!, folder))
      archive = await readArchive(folders.join(delimiter), {
        log: (line) => logged.push(line),
        progress() {},
        nowMs: () => 0,
      })
    })

    test('has the rows, columns, date and source that are known of it', () => {
      const size = (table: TableName) => [archive.tables[table].rows, archive.tables[table].columns.length] as const
      expect(size('exoplanets')).toEqual(expected.exoplanets)
      expect(size('stellarhosts')).toEqual(expected.stellarhosts)
      expect(archive.tableDates).toEqual(expected.tableDates)
      expect(archive.source).toBe(expected.source)
      expect(archive.inputs.map(({ name }) => name)).toEqual([
        expected.files.exoplanets.replace(/.*\//, ''),
        expected.files.stellarhosts.replace(/.*\//, ''),
        'columns.csv',
      ])
      expect(logged).toHaveLength(2)
    })

    test('declares every column, and no column lacks a description', () => {
      for (const table of Object.values(archive.tables))
        for (const column of table.columns) {
          expect(column.sourceDatatype).toMatch(/^(char|double|int)$/)
          expect(column.type).toBe(
            ({ char: 'text', double: 'real', int: 'integer' } as const)[column.sourceDatatype as 'char'],
          )
          expect(column.description).toBeString()
        }
    })

    test('gives every cell as a strict reading of the file gives it', async () => {
      for (const table of Object.values(archive.tables)) {
        const path = join(realArchive!, expected.files[mainTable(table.name)])
        const [names, ...rows] = readStrictly(await Bun.file(path).text())
        expect(table.columns.map(({ name }) => name)).toEqual(names!)
        expect(table.rows).toBe(rows.length)
        let differing = 0
        for (const [index, cells] of table.cells.entries())
          for (let row = 0; row < rows.length; row += 1) {
            const cell = rows[row]![index]!
            const wanted = cell === '' ? null : cells.kind === 'text' ? cell : Number(cell) + 0
            if (!Object.is(cellAt(cells, row), wanted)) differing += 1
          }
        expect(differing).toBe(0)
      }
    })
  },
)
