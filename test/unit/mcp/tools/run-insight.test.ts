import { expect, test } from 'bun:test'
import { runInsight } from '../../../../src/mcp/tools/run-insight.ts'
import { runTool } from '../../../fixtures/mcp/run-tool.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const META = {
  slug: 'a',
  title: 'A',
  category: 'exoplanets',
  kind: 'list',
  description: 'D',
  limit: 5,
  sql: 'SELECT 1',
  columns: [{ name: 'n', data_type: 'Int64', description: 'N' }],
  caveats: '',
}

function insight(count: number, more: { total?: number; truncated?: boolean } = {}) {
  const data = Array.from({ length: count }, (_, n) => ({ n }))
  const answer = { meta: META, data, rows: count, total: count, truncated: false, columns: ['n'], ...more }
  return runTool(runInsight, { slug: 'a' }, { insight: () => textAnswer('i', JSON.stringify(answer)) })
}

test('twenty rows are objects, more are lists', async () => {
  expect((await insight(20)).output.data).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })))
  expect((await insight(21)).output.data).toEqual(Array.from({ length: 21 }, (_, n) => [n]))
})

test('a whole insight has no notice; one with a limit says how many rows qualify', async () => {
  const { output } = await insight(3)
  expect([output.rows, output.truncated, output.notice]).toEqual([3, false, undefined])
  const cut = await insight(3, { total: 9, truncated: true })
  expect([cut.output.truncated, cut.output.notice]).toEqual([
    true,
    '9 rows qualify; this insight lists 3 of them. meta.sql ends with its LIMIT.',
  ])
})

test('an insight that is too long has its first rows', async () => {
  const { parts, shorten } = await insight(30, { total: 40 })
  expect(parts).toBe(30)
  expect(shorten(2)).toMatchObject({
    rows: 2,
    truncated: true,
    notice:
      'Only the first 2 of 40 rows that qualify are shown, to keep the result short. Run meta.sql with query_catalog and a LIMIT with OFFSET for the others.',
    data: [[0], [1]],
  })
})
