import { describe, expect, test } from 'bun:test'
import { SQL_FUNCTIONS } from '../../../../src/core/functions/sql-functions.ts'
import { TOOLS } from '../../../../src/mcp/tools/index.ts'
import { listFunctions } from '../../../../src/mcp/tools/list-functions.ts'
import { listInsights } from '../../../../src/mcp/tools/list-insights.ts'
import { resolveName } from '../../../../src/mcp/tools/resolve-name.ts'
import { toolResult } from '../../../fixtures/mcp/run-tool.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

describe('functions', () => {
  const groups = async (given: object) => {
    const { functions } = (await toolResult(listFunctions, given)) as { functions: { group: string; syntax: string }[] }
    return functions
  }

  test('are all listed, or those of one group', async () => {
    expect(await groups({})).toHaveLength(SQL_FUNCTIONS.length)
    const [{ group } = { group: '' }] = SQL_FUNCTIONS
    const some = await groups({ group })
    expect(new Set(some.map((entry) => entry.group))).toEqual(new Set([group]))
    expect(some).toHaveLength(SQL_FUNCTIONS.filter((entry) => entry.group === group).length)
    expect(some.length).toBeLessThan(SQL_FUNCTIONS.length)
    expect(Object.keys(some[0]!).sort()).toEqual(['added', 'description', 'group', 'syntax'])
  })
})

test('insights are listed with what an agent needs to choose one', async () => {
  const whole = {
    slug: 'a',
    title: 'A',
    category: 'exoplanets',
    kind: 'list',
    description: 'D',
    limit: 5,
    sql: 'SELECT 1',
    columns: [],
    caveats: '',
  }
  const { insights } = await toolResult(
    listInsights,
    {},
    { insightList: () => textAnswer('i', JSON.stringify([whole])) },
  )
  expect(insights).toEqual([
    { slug: 'a', title: 'A', category: 'exoplanets', kind: 'list', description: 'D', limit: 5 },
  ])
})

test('a name is resolved with at most ten matches, and may have 200 characters', async () => {
  const asked: unknown[] = []
  const resolve = (name: string, limit?: number) => {
    asked.push([name, limit])
    return textAnswer('r', JSON.stringify({ query: name, matches: [] }))
  }
  await toolResult(resolveName, { name: 'x'.repeat(200) }, { resolve })
  expect(asked).toEqual([['x'.repeat(200), 10]])
  expect(resolveName.input.safeParse({ name: 'x'.repeat(201) }).success).toBe(false)
  expect(resolveName.input.safeParse({ name: '' }).success).toBe(false)
})

test('the tools come in the order in which an agent should consider them', () => {
  expect(TOOLS.map(({ name }) => name)).toEqual([
    'describe_catalog',
    'describe_column',
    'query_catalog',
    'list_insights',
    'run_insight',
    'resolve_name',
    'get_planet',
    'get_star',
    'download_detail',
    'list_functions',
    'health',
  ])
})
