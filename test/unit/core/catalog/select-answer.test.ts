import { expect, test } from 'bun:test'
import { createSelect } from '../../../../src/core/catalog/select-answer.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'

const runner: SqlRunner = {
  run: () =>
    Promise.resolve({
      json: [new TextEncoder().encode('{"data":[]}')],
      rows: 0,
      truncated: true,
      isDeterministic: true,
    }),
  close: () => Promise.resolve(),
}
const WARNINGS = [
  { code: 'b', message: 'B.' },
  { code: 'a', message: 'A.' },
]
const select = createSelect({ snapshotId: 's', source: '' }, runner, () => WARNINGS)

test('warnings are in a header in every format, and in the body of JSON alone', async () => {
  for (const format of ['json', 'csv', 'tsv', 'ndjson', 'votable'] as const) {
    const answer = await select({ sql: 'SELECT 1', maxRows: 1, format })
    expect(answer.headers?.()).toEqual({ 'x-truncated': 'true', 'x-warnings': 'b, a' })
    const body = new TextDecoder().decode(answer.body())
    expect([format, body.includes('"warnings"')]).toEqual([format, format === 'json'])
  }
})
