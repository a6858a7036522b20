import { expect, test } from 'bun:test'
import Papa from 'papaparse'
import { callTool } from '../../../../src/mcp/service/call-tool.ts'
import { fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

test('a long CSV file is cut after as many whole records as the notice says, also where a text has line breaks', async () => {
  const note = `"a ""quoted"" text,\r\n${'on several lines\n'.repeat(40)}"`
  const records = Array.from({ length: 400 }, (_, row) => `${row},${note}`)
  const content = `row,note\r\n${records.join('\r\n')}\r\n`
  const catalog = fakeCatalog({ export: () => textAnswer('file', content, { mediaType: 'text/csv' }) })
  const context = { catalog, baseUrl: 'http://localhost', signal: new AbortController().signal }
  const call = { name: 'download_detail', arguments: { entity: 'exoplanet', name: 'x', format: 'csv' } }
  const result = await callTool(call, context, () => {})
  expect(result.isError ?? false, result.content[0]!.text).toBe(false)
  const told = JSON.parse(result.content[0]!.text)
  const [, shown, all] = /first (\d+) of (\d+) rows/.exec(told.notice)!.map(Number)
  expect([told.truncated, all]).toEqual([true, records.length])
  expect(shown).toBeGreaterThan(1)
  expect(content.startsWith(told.content)).toBe(true)
  const { data } = Papa.parse<string[]>(told.content.trimEnd())
  expect(data.slice(1).map(([row]) => row)).toEqual(Array.from({ length: shown! }, (_, row) => String(row)))
  expect(new Set(data.slice(1).map(([, text]) => text)).size).toBe(1)
})
