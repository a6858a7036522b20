import { expect, test } from 'bun:test'
import { callTool } from '../../../../src/mcp/service/call-tool.ts'
import { FAKE_MANIFEST, fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const FACTS = { name: 'x', data_type: 'Int64', rows: 1_000, nulls: 0, distinct: 3 }
const columns = ['x', 'y', 'ylim'].map((name) => ({ name, type: 'integer' as const }))
const manifest = {
  ...FAKE_MANIFEST,
  tables: { ...FAKE_MANIFEST.tables, exoplanets: { ...FAKE_MANIFEST.tables.exoplanets, columns } },
}

/** What an agent is told of a column with these statistics. */
async function described(statistics: object, column = 'x', flags: object = {}) {
  const told = { [column]: { ...FACTS, name: column, ...statistics }, ylim: { ...FACTS, name: 'ylim', ...flags } }
  const catalog = fakeCatalog({
    manifest,
    column: (_table, name) => textAnswer(name, JSON.stringify(told[name])),
  })
  const context = { catalog, baseUrl: 'http://localhost', signal: new AbortController().signal }
  const call = { name: 'describe_column', arguments: { table: 'exoplanets', column } }
  return JSON.parse((await callTool(call, context, () => {})).content[0]!.text)
}
const valued = (count: number) => Array.from({ length: count }, (_, value) => ({ value, count: 1 }))

test.each([
  [19, true, 19, true],
  [20, true, 20, true],
  [21, true, 20, false],
  [20, false, 20, false],
])('of %d values (all: %p) %d are listed, and they are all: %p', async (there, areAll, listed, complete) => {
  const { values, values_complete } = await described({ values: valued(there), values_complete: areAll })
  expect([values.length, values_complete]).toEqual([listed, complete])
})

test('a column whose values are not listed has neither', async () => {
  const told = await described({})
  expect(told).not.toHaveProperty('values')
  expect(told).not.toHaveProperty('values_complete')
})

test('a long text is cut, a shorter one is not', async () => {
  const texts = [200, 201].map((length) => ({ value: 'x'.repeat(length), count: 1 }))
  const { values } = await described({ values: texts, values_complete: true, data_type: 'String' })
  expect(values[0].value).toBe('x'.repeat(200))
  expect(values[1].value.length).toBeLessThanOrEqual(201)
  expect(values[1].value).not.toBe('x'.repeat(201))
})

test('the share of nulls is of all rows, and limits are counted by their side', async () => {
  expect((await described({ nulls: 333 })).null_share).toBe(0.333)
  expect((await described({ nulls: 0, rows: 0 })).null_share).toBeNull()
  expect(await described({})).not.toHaveProperty('limits')
  const counts = [
    { value: 0, count: 90 },
    { value: 1, count: 7 },
    { value: -1, count: 3 },
  ]
  expect((await described({}, 'y', { values: counts, values_complete: true })).limits).toEqual({ upper: 7, lower: 3 })
  expect((await described({}, 'y')).limits).toEqual({ upper: 0, lower: 0 })
})
