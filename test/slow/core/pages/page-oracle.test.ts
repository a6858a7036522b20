import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { TABLE_NAMES, type TableName } from '../../../../src/format/table.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { awkwardArchive } from '../../../fixtures/archives/awkward-archive.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../../../fixtures/snapshots/built-snapshot.ts'
import { type OracleRequest, PageOracle } from '../../../fixtures/snapshots/page-oracle.ts'

const isFull = process.env.FULL === '1'

/** Pages never run SQL: a catalog that does so in these tests fails them. */
const noSql: SqlRunner = {
  run: () => Promise.reject(new Error('A page asked for SQL.')),
  close: () => Promise.resolve(),
}

const ARCHIVES: readonly (readonly [string, () => Promise<string>, boolean, number])[] = [
  ['an archive of awkward values', awkwardArchive, true, isFull ? 3000 : 300],
  ['the sample archive', async () => SAMPLE_ARCHIVE, existsSync(SAMPLE_ARCHIVE), isFull ? 3000 : 200],
  ['the real archive', async () => join(realArchive!, 'volume'), realArchive !== undefined, isFull ? 3000 : 60],
]

const decoder = new TextDecoder()

/** Changes the case of every second letter. */
function mixCase(text: string): string {
  return Array.from(text, (letter, i) => (i % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

for (const [label, archive, isPresent, runs] of ARCHIVES)
  skipUnless(isPresent, NO_REAL_ARCHIVE).describe(`pages of ${label} are what SQL says`, () => {
    let catalog: Catalog
    let oracle: PageOracle

    beforeAll(async () => {
      const { dataDir, manifest } = await builtSnapshot(await archive())
      catalog = createCatalog(await openSnapshot(dataDir), noSql)
      oracle = new PageOracle(dataDir, manifest)
    })
    afterAll(() => oracle.close())

    const columnsOf = (table: TableName): string[] => oracle.manifest.tables[table].columns.map(({ name }) => name)
    // As the service renders pages: into memory that is used again, where they fit into it.
    const room = new Uint8Array(16_384)
    const body = (table: TableName, query: string): string => decoder.decode(catalog.page(table, query).body(room))

    /** A request and one of the many ways to write it. */
    function requests(table: TableName): fc.Arbitrary<{ request: OracleRequest; query: string }> {
      const names = columnsOf(table)
      const { defaultColumns, rows } = oracle.manifest.tables[table]
      const column = fc.constantFrom(...names)
      const limit = fc.oneof(
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(0, 1, 50, 999, 1000, 1001, 5000),
        fc.constant(undefined),
      )
      return fc
        .record({
          limit,
          place: fc.double({ min: 0, max: 1.1, noNaN: true }),
          isFirstPage: fc.boolean(),
          sortBy: fc.option(column),
          order: fc.constantFrom('asc', 'desc', 'DESC', 'Asc', undefined),
          columns: fc.oneof(
            fc.constant(undefined),
            fc.constant(['*']),
            fc.array(column, { minLength: 1, maxLength: 9 }),
          ),
          filter: fc.oneof(
            fc.constant(undefined),
            fc.record({ row: fc.nat(rows - 1), from: fc.nat(8), length: fc.integer({ min: 1, max: 9 }) }),
            fc.constantFrom('.', '1', 'e', ' ', 'no such text', 'σ', 'ss', '"', '\\', 'null', 'I'),
          ),
          seed: fc.nat(),
        })
        .map(({ limit, place, isFirstPage, sortBy, order, columns, filter, seed }) => {
          const selected = columns === undefined ? defaultColumns : columns[0] === '*' ? names : [...new Set(columns)]
          const rowsPerPage = Math.min(1000, limit ?? 50)
          // A filter leaves few rows: only its first pages hold any.
          const places = filter === undefined ? rows : Math.min(rows, 5 * rowsPerPage)
          const page = isFirstPage ? 1 : 1 + Math.floor((place * places) / Math.max(1, rowsPerPage))
          let wanted: string | undefined
          if (typeof filter === 'string') wanted = filter
          else if (filter !== undefined) {
            const value = String(oracle.values(table, selected[0]!)[filter.row] ?? 'x')
            wanted = mixCase(value.slice(filter.from % value.length, (filter.from % value.length) + filter.length))
            // Half of a surrogate pair cannot be sent.
            wanted = wanted.toWellFormed().replaceAll('\ufffd', '')
          }
          const parameters = Object.entries({
            page: page === 1 && seed % 2 === 0 ? undefined : String(page),
            limit: limit === undefined ? undefined : String(limit),
            sort_by: sortBy ?? undefined,
            order,
            columns: columns?.join(seed % 3 === 0 ? ' , ' : ','),
            filter: wanted === undefined ? undefined : seed % 5 === 0 ? ` ${wanted} ` : wanted,
            _: seed % 7 === 0 ? String(seed) : undefined,
          }).filter((entry): entry is [string, string] => entry[1] !== undefined)
          if (seed % 2 === 1) parameters.reverse()
          const isDescending = sortBy !== null && order?.toLowerCase() === 'desc'
          return {
            query: new URLSearchParams(parameters).toString(),
            request: {
              page,
              limit: rowsPerPage,
              sortBy,
              order: isDescending ? ('desc' as const) : ('asc' as const),
              columns: selected,
              filter: wanted?.trim() || null,
            },
          }
        })
    }

    for (const table of TABLE_NAMES) {
      test(`${runs} random requests to ${table} give the body that SQL gives, to the byte`, () => {
        fc.assert(
          fc.property(requests(table), ({ request, query }) => {
            expect(body(table, query)).toBe(oracle.body(table, request))
          }),
          { numRuns: runs },
        )
      })

      test(`walking all pages of sorted ${table} meets every row once`, () => {
        const names = columnsOf(table)
        const sortings = [
          [names.at(-1)!, 'desc'],
          [names[0]!, 'asc'],
          ['hostname', 'desc'],
        ] as const
        for (const [sortBy, order] of isFull ? sortings : sortings.slice(0, 1)) {
          const met: string[] = []
          for (let page = 1; ; page++) {
            const { data, total } = JSON.parse(
              body(table, `sort_by=${sortBy}&order=${order}&limit=997&page=${page}&columns=*`),
            )
            if (data.length === 0) {
              expect(met.length).toBe(total)
              break
            }
            for (const row of data) met.push(JSON.stringify(row))
          }
          const inSnapshotOrder: string[] = []
          for (let page = 1; inSnapshotOrder.length < met.length; page++)
            for (const row of JSON.parse(body(table, `limit=1000&page=${page}&columns=*`)).data)
              inSnapshotOrder.push(JSON.stringify(row))
          expect(met.toSorted()).toEqual(inSnapshotOrder.toSorted())
        }
      })

      test(`columns of ${table}, one after the other, sort in both orders as SQL sorts them`, () => {
        const { rows } = oracle.manifest.tables[table]
        const names = columnsOf(table)
        const step = isFull ? 1 : Math.ceil(names.length / 40)
        for (const sortBy of names.filter((_, i) => i % step === 0))
          for (const order of ['asc', 'desc'] as const) {
            // The first page, the one where values end and nulls begin, and the last.
            const valued = oracle.values(table, sortBy).filter((value) => value !== null).length
            for (const page of new Set([1, Math.max(1, Math.ceil(valued / 20)), Math.ceil(rows / 20)]))
              expect(body(table, `sort_by=${sortBy}&order=${order}&limit=20&page=${page}`)).toBe(
                oracle.body(table, {
                  page,
                  limit: 20,
                  sortBy,
                  order,
                  columns: oracle.manifest.tables[table].defaultColumns,
                  filter: null,
                }),
              )
          }
      })
    }
  })
