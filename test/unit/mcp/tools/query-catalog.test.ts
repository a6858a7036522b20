import { describe, expect, test } from 'bun:test'
import type { Catalog, SelectAnswer } from '../../../../src/core/catalog/catalog.ts'
import type { Column } from '../../../../src/format/column.ts'
import { queryCatalog } from '../../../../src/mcp/tools/query-catalog.ts'
import { runTool, toolResult } from '../../../fixtures/mcp/run-tool.ts'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { selectAnswer } from '../../../fixtures/servers/fake-catalog.ts'

type Data = readonly Readonly<Record<string, unknown>>[]

/** A catalog whose queries have these rows. */
function catalogOf(data: Data, more: Partial<SelectAnswer> = {}, columns = Object.keys(data[0] ?? { a: 1 })) {
  const asked: unknown[] = []
  const select: Catalog['select'] = async (query) => {
    asked.push([query.sql, query.maxRows, query.maxBytes])
    const text = JSON.stringify({
      data,
      rows: data.length,
      columns,
      query: query.sql,
      truncated: more.truncated ?? false,
    })
    return { ...selectAnswer(query, text), rows: data.length, ...more }
  }
  return { asked, parts: { select } }
}
const numbers = (count: number): Data => Array.from({ length: count }, (_, a) => ({ a, b: 'x' }))
const result = (data: Data, more?: Partial<SelectAnswer>, given: object = {}) =>
  toolResult(queryCatalog, { sql: 'SELECT 1', ...given }, catalogOf(data, more).parts)

describe('the rows that are asked for', () => {
  test.each([
    [{}, 100],
    [{ limit: 7 }, 7],
    [{ limit: 0 }, 0],
    [{ limit: 1_000 }, 1_000],
    [{ limit: 1_001 }, 1_000],
  ])('of %j are at most %d, of 16 MiB', async (given, most) => {
    const { asked, parts } = catalogOf(numbers(1))
    await toolResult(queryCatalog, { sql: 'SELECT 1', ...given }, parts)
    expect(asked).toEqual([['SELECT 1', most, 16 * 1_048_576]])
  })

  test('are those of the statement without its fence', async () => {
    const { asked, parts } = catalogOf(numbers(1))
    await toolResult(queryCatalog, { sql: '```sql\nSELECT 1\n```' }, parts)
    expect(String((asked[0] as unknown[])[0]).trim()).toBe('SELECT 1')
  })
})

test('twenty rows are objects, more are lists', async () => {
  expect((await result(numbers(20))).data).toEqual(numbers(20))
  expect((await result(numbers(21))).data).toEqual(numbers(21).map(({ a, b }) => [a, b]))
})

test('a whole result has no notice, one that was cut says how to get more', async () => {
  expect(await result(numbers(2))).toEqual({ rows: 2, columns: ['a', 'b'], truncated: false, data: numbers(2) })
  expect(await result(numbers(2), { truncated: true })).toMatchObject({
    rows: 2,
    truncated: true,
    notice:
      'The query has more rows than the 2 returned: raise limit (at most 1000), page through them with ORDER BY … LIMIT … OFFSET, or let SQL count and aggregate.',
  })
  const { notice } = await result(numbers(1_000), { truncated: true })
  expect(notice).toBe(
    'The query has more rows than the 1000 returned: page through them with ORDER BY … LIMIT … OFFSET, or let SQL count and aggregate.',
  )
})

test('warnings are passed on', async () => {
  const warnings = [{ code: 'x', message: 'Beware.' }]
  expect((await result(numbers(1), { warnings })).warnings).toEqual(warnings)
  expect(Object.keys(await result(numbers(1)))).not.toContain('warnings')
})

describe('units', () => {
  const column = (name: string, unit?: string): Column => ({
    name,
    type: 'real',
    ...(unit === undefined ? {} : { unit }),
  })
  const manifest = manifestOf(
    [column('pl_rade', 'Rearth'), column('sy_dist', 'pc'), column('ra', 'deg'), column('n')],
    [column('sy_dist', 'kpc'), column('ra', 'deg'), column('n', 'K')],
  )
  const units = async (sql: string) =>
    (
      await toolResult(
        queryCatalog,
        { sql },
        { manifest, ...catalogOf([{ pl_rade: 1, sy_dist: 2, ra: 3, n: 4, zz: 5 }]).parts },
      )
    ).units

  test('are those of the columns of the tables in the statement', async () => {
    expect(await units('SELECT * FROM EXOPLANETS')).toEqual({ pl_rade: 'Rearth', sy_dist: 'pc', ra: 'deg' })
    expect(await units('SELECT * FROM stellarhosts')).toEqual({ sy_dist: 'kpc', ra: 'deg', n: 'K' })
    // A name with two units has none.
    expect(await units('SELECT * FROM exoplanets JOIN stellarhosts')).toEqual({ pl_rade: 'Rearth', ra: 'deg' })
    expect(await units('SELECT 1')).toBeUndefined()
  })
})

describe('a result that is too long', () => {
  test('has the first rows, in the form of the whole', async () => {
    const { parts, shorten, output } = await runTool(queryCatalog, { sql: 'SELECT 1' }, catalogOf(numbers(30)).parts)
    expect([parts, output.rows]).toEqual([32, 30])
    expect(shorten(5)).toEqual({
      rows: 3,
      columns: ['a', 'b'],
      truncated: true,
      notice:
        'Only the first 3 of 30 rows are shown, to keep the result short: select fewer columns, aggregate, or page through them with ORDER BY … LIMIT … OFFSET 3.',
      data: [
        [0, 'x'],
        [1, 'x'],
        [2, 'x'],
      ],
    })
  })

  test('can have no row, or only some names of columns', async () => {
    const { shorten } = await runTool(
      queryCatalog,
      { sql: 'SELECT 1' },
      catalogOf(numbers(3), { truncated: true }).parts,
    )
    expect(shorten(3).notice).toStartWith('Only the first 1 of more than 3 rows are shown')
    expect(shorten(2)).toMatchObject({
      rows: 0,
      columns: ['a', 'b'],
      notice:
        'The first row alone is too long for a result: select fewer columns, or parts of long texts with substr().',
    })
    expect(shorten(1)).toMatchObject({
      rows: 0,
      columns: ['a'],
      notice:
        'Only the first 1 of 2 column names are shown, and no row: select fewer columns, or give them shorter names with AS.',
    })
  })

  test('leaves out units with the names of columns', async () => {
    const manifest = manifestOf([{ name: 'a', type: 'real', unit: 'K' }])
    const parts = { manifest, ...catalogOf(numbers(3)).parts }
    const { output, shorten } = await runTool(queryCatalog, { sql: 'SELECT a, b FROM exoplanets' }, parts)
    expect([output.units, shorten(2).units, shorten(1).units]).toEqual([{ a: 'K' }, { a: 'K' }, undefined])
  })

  test('is read only as far as it fits', async () => {
    const long = Array.from({ length: 40 }, (_, a) => ({ a, b: 'x'.repeat(5_000) }))
    const shown = await result(long, {})
    expect(shown.truncated).toBe(true)
    const count = Number(shown.rows)
    expect(count).toBeGreaterThan(5)
    expect(count).toBeLessThan(13)
    expect((shown.data as unknown[]).length).toBe(count)
    expect(shown.notice).toStartWith(`Only the first ${count} of 40 rows are shown`)
  })
})
