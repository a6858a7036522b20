import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseTableQuery, tableShape } from '../../../../src/core/table-query/table-query.ts'
import { TABLE_NAMES, type TableName } from '../../../../src/format/table.ts'
import { tableSql } from '../../../../src/pages/code/table-sql.ts'
import { type CatalogApp, catalogApp } from '../../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

function sqlOf(table: TableName, query: string): string {
  const facts = service.catalog.manifest.tables[table]
  return tableSql({ name: table, ...facts }, parseTableQuery(tableShape(table, facts), query))
}

async function rowsOf(path: string): Promise<{ readonly data: readonly unknown[] }> {
  const response = await service.get(path)
  const body = (await response.json()) as { readonly data: readonly unknown[]; readonly detail?: string }
  if (response.status !== 200) throw new Error(`${path}: ${body.detail}`)
  return body
}

/** A value that occurs in a column, or is near to one. */
function nearValue(values: readonly (string | number)[]): fc.Arbitrary<string | number> {
  const occurring = values.length === 0 ? fc.constant<string | number>(1) : fc.constantFrom(...values)
  return typeof values[0] === 'string' ? fc.oneof(occurring, fc.string({ maxLength: 4, minLength: 1 })) : occurring
}

const listItem = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`

test.each([...TABLE_NAMES])('the SQL of a read of %s gives its rows in their order', async (table) => {
  const { columns } = service.catalog.manifest.tables[table]
  const values = new Map<string, (string | number)[]>()
  for (const { name } of columns) {
    const { data } = await rowsOf(`/rest/${table}?columns=${name}&limit=1000&${name}__isnull=0`)
    values.set(
      name,
      data.map((row) => (row as Record<string, string | number>)[name]!),
    )
  }
  const condition = fc.constantFrom(...columns).chain(({ name, type }) => {
    const value = nearValue(values.get(name)!)
    const compared = fc
      .tuple(fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), value)
      .map(([word, text]) => [`${name}__${word}`, String(text)])
    const among = fc
      .array(value, { minLength: 1, maxLength: 3 })
      .map((all) => [`${name}__in`, all.map(listItem).join()])
    const between = fc.tuple(value, value).map((all) => [`${name}__between`, all.map(listItem).join()])
    const isNull = fc.constantFrom('0', '1').map((text) => [`${name}__isnull`, text])
    // Letters beyond A to Z have another case in SQL.
    const part = value.map((text) =>
      String(text)
        .replace(/[^ -~]/g, '')
        .slice(0, 4),
    )
    const texts = fc
      .tuple(fc.constantFrom('contains', 'startswith', 'endswith'), part)
      .map(([word, text]) => [`${name}__${word}`, text])
    return type === 'text'
      ? fc.oneof(compared, among, between, isNull, texts)
      : fc.oneof(compared, among, between, isNull)
  })
  const asked = fc.record({
    conditions: fc.uniqueArray(condition, { maxLength: 2, selector: ([name]) => name }),
    columns: fc.option(
      fc.uniqueArray(fc.constantFrom(...columns.map(({ name }) => name)), { minLength: 1, maxLength: 4 }),
    ),
    sort: fc.option(fc.constantFrom(...columns.map(({ name }) => name))),
    order: fc.constantFrom('asc', 'desc'),
    page: fc.constantFrom(1, 1, 1, 2, 3),
    limit: fc.constantFrom(1, 7, 50),
    cone: !columns.some(({ name }) => name === 'ra')
      ? fc.constant(null)
      : fc.option(fc.constantFrom('290,45,20', '0,0,90', '180,-30,60.5')),
    filter: fc.option(fc.constantFrom('kepler', '-1', 'b', '%'), { freq: 1 }),
  })
  let found = 0
  await fc.assert(
    fc.asyncProperty(asked, async (request) => {
      const parameters = new URLSearchParams(request.conditions.map(([name, text]): [string, string] => [name!, text!]))
      if (request.columns !== null) parameters.set('columns', request.columns.join())
      if (request.sort !== null) parameters.set('sort_by', request.sort)
      if (request.cone !== null) parameters.set('cone', request.cone)
      if (request.filter !== null) parameters.set('filter', request.filter)
      for (const name of ['order', 'page', 'limit'] as const) parameters.set(name, String(request[name]))
      const query = parameters.toString()
      const sql = sqlOf(table, query)
      const [read, selected] = await Promise.all([
        rowsOf(`/rest/${table}?${query}`),
        rowsOf(`/rest/query?sql=${encodeURIComponent(sql)}`),
      ])
      expect(selected.data, `${query}\n${sql}`).toEqual(read.data)
      found += Math.min(1, read.data.length)
    }),
    { numRuns: 120 },
  )
  expect(found).toBeGreaterThan(15)
})
