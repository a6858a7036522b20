import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from 'sql.js'
import { loadCatalog } from '../../../../../build/catalog/open-catalog.ts'
import { encodeCatalog } from '../../../../../build/catalog/write-catalog.ts'
import { INSIGHTS } from '../../../../../build/insights/definitions/index.ts'
import { planInsight } from '../../../../../build/insights/describe.ts'
import type { ColumnCatalog } from '../../../../../build/insights/parts/archive-columns.ts'
import { archiveColumnsFor, neededColumns, reasonsToOmit } from '../../../../../build/insights/parts/archive-columns.ts'
import type { TableName } from '../../../../../src/format/table.ts'
import { TABLE_NAMES } from '../../../../../src/format/table.ts'
import { insightArchive } from '../../../../fixtures/archives/insight-archive.ts'
import { keepColumns, plainArchive, type Tables } from '../../../../fixtures/archives/plain-archive.ts'
import { askedColumns, catalogOf, differenceOf, recompute, run } from '../../../../fixtures/insights/check-insight.ts'

const TABLES = insightArchive(7)

/** Columns that the archive must have, whatever it is for. */
const ALWAYS: Readonly<Record<TableName, readonly string[]>> = {
  exoplanets: ['pl_name', 'hostname'],
  stellarhosts: ['hostname'],
}

function withoutColumn(tables: Tables, table: TableName, column: string): Tables {
  return { ...tables, [table]: keepColumns(tables[table], (name) => name !== column) }
}

let database: Database

beforeAll(async () => {
  database = await loadCatalog(await encodeCatalog(TABLES))
  // A column that an index holds cannot be dropped.
  for (const [name] of database.exec("SELECT name FROM sqlite_master WHERE type = 'index'")[0]?.values ?? [])
    database.exec(`DROP INDEX "${name}"`)
})
afterAll(() => database.close())

const droppable = TABLE_NAMES.flatMap((table) =>
  TABLES[table].columns
    .map(({ name }) => name)
    .filter((column) => !ALWAYS[table].includes(column))
    .map((column) => [table, column] as const),
)

describe('an archive without one column', () => {
  test.each(droppable)('%s.%s loses exactly the insights that need it, and the others stay right', (table, column) => {
    const tables = withoutColumn(TABLES, table, column)
    const catalog = catalogOf(tables)
    const archive = plainArchive(tables)
    const concerned = INSIGHTS.filter((definition) => askedColumns(definition, table).includes(column))
    expect(concerned.length).toBeGreaterThan(0)
    database.exec('SAVEPOINT dropped')
    try {
      database.exec(`ALTER TABLE ${table} DROP COLUMN "${column}"`)
      for (const definition of concerned) {
        const reasons = reasonsToOmit(definition, catalog, () => false)
        const isNeeded = neededColumns(definition, table).includes(column)
        expect(reasons).toEqual(isNeeded ? [`${table}.${column} is missing`] : [])
        if (reasons.length > 0) continue
        expect(
          differenceOf(run(database, definition, catalog).data, recompute(definition.slug, archive)),
        ).toBeUndefined()
      }
    } finally {
      database.exec('ROLLBACK TO dropped')
      database.exec('RELEASE dropped')
    }
  })
})

describe('an archive with the required names and the needed columns only', () => {
  test.each([...INSIGHTS])('gives $slug, by SQL that names no other column', (definition) => {
    const needed = (table: TableName) =>
      keepColumns(TABLES[table], (name) => [...ALWAYS[table], ...neededColumns(definition, table)].includes(name))
    const tables = { exoplanets: needed('exoplanets'), stellarhosts: needed('stellarhosts') }
    database.exec('SAVEPOINT replaced')
    try {
      for (const table of TABLE_NAMES) {
        const columns = tables[table].columns.map(({ name }) => name).join(', ')
        database.exec(`ALTER TABLE ${table} RENAME TO full_${table}`)
        database.exec(`CREATE TABLE ${table} AS SELECT ${columns} FROM full_${table} ORDER BY rowid`)
      }
      const { data } = run(database, definition, catalogOf(tables))
      expect(differenceOf(data, recompute(definition.slug, plainArchive(tables)))).toBeUndefined()
    } finally {
      database.exec('ROLLBACK TO replaced')
      database.exec('RELEASE replaced')
    }
  })
})

test('a column of numbers that the archive holds as text rules an insight out, unless no row has a value there', () => {
  const asText = (name: string): ColumnCatalog => ({
    exoplanets: TABLES.exoplanets.columns.map((column) =>
      column.name === name ? { ...column, type: 'text' } : column,
    ),
    stellarhosts: TABLES.stellarhosts.columns,
  })
  const nearest = INSIGHTS[0]!
  const reasons = (name: string, isEmpty: boolean) => reasonsToOmit(nearest, asText(name), () => isEmpty)
  expect(reasons('sy_dist', false)).toEqual(['exoplanets.sy_dist is text'])
  expect(reasons('sy_dist', true)).toEqual(['exoplanets.sy_dist is empty'])
  for (const flag of ['default_flag', 'pl_controv_flag', 'pl_eqtlim']) {
    expect(reasons(flag, false)).toEqual([`exoplanets.${flag} is text`])
    expect(reasons(flag, true)).toEqual([])
  }
  expect(reasons('discoverymethod', false)).toEqual([])
  expect(archiveColumnsFor(nearest, asText('pl_eqtlim')).has('exoplanets', 'pl_eqtlim')).toBe(false)
  expect(planInsight(nearest, asText('pl_eqtlim')).sql).not.toContain('pl_eqtlim')
  expect(planInsight(nearest, asText('sy_dist')).sql).toContain('pl_eqtlim')
})

test('a definition cannot ask for a column that it does not name', () => {
  const columns = archiveColumnsFor(INSIGHTS[0]!, catalogOf(TABLES))
  expect(() => columns.has('exoplanets', 'pl_dens')).toThrow('asks for exoplanets.pl_dens')
})
