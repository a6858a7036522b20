import { describe, expect, test } from 'bun:test'
import { AboutPage } from '../../../../src/pages/about/about-page.tsx'
import { Sentence } from '../../../../src/pages/about/markdown.tsx'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const html = (manifest = FAKE_MANIFEST, hasMcp = true) => rendered(<AboutPage />, siteOf(manifest, { hasMcp }))
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')

test('the contents are counted', () => {
  const { exoplanets, stellarhosts } = FAKE_MANIFEST.tables
  const manifest = {
    ...FAKE_MANIFEST,
    tables: {
      exoplanets: { ...exoplanets, names: 1_001, rows: 1_002, hostsNotInOther: 1_003, date: null },
      stellarhosts: { ...stellarhosts, names: 2_001, rows: 2_002, hostsNotInOther: 2_003 },
    },
  }
  const shown = lines(manifest)
  const at = shown.indexOf('Contents')
  expect(shown.slice(at + 1, at + 10)).toEqual([
    'Planets',
    '[1,001 planets](../exoplanets), 1,002 rows, table of unknown date',
    'Host stars',
    '[2,001 names](../stellarhosts), 2,002 rows, table of 2026-01-02',
    '2,003 of them have no planet in exoplanets; 1,003 hosts of planets are not in stellarhosts',
    'Source',
    'made up for tests',
    'Snapshot',
    '0123456789abcdef: the same ID means the same data. [Changes](../changes)',
  ])
})

test('further tables are listed with their rows', () => {
  const furtherTables = {
    ml: { rows: 1_234, date: null, columns: [] },
    zz: { rows: 1, date: '2026-01-01', columns: [] },
  }
  const shown = lines({ ...FAKE_MANIFEST, furtherTables } as unknown as typeof FAKE_MANIFEST)
  const at = shown.indexOf('Further tables')
  expect(shown[at + 1]).toEndWith(
    ', 1,234 rows, unknown date: [columns](../columns/ml), [rows by SQL](../sql?q=SELECT%20*%20FROM%20ml)',
  )
  expect(shown[at + 2]).toBe(
    'zz 1 row, 2026-01-01: [columns](../columns/zz), [rows by SQL](../sql?q=SELECT%20*%20FROM%20zz)',
  )
  expect(lines()).not.toContain('Further tables')
})

test('the choice of values depends on the archive', () => {
  const withFlag = manifestOf([{ name: 'default_flag', type: 'integer' }])
  expect(html(withFlag)).toContain('The archive marks one row of each planet as its default.')
  expect(html()).toContain('In this archive, the table exoplanets is composite')
  expect(html()).not.toContain('The archive marks one row')
})

test('agents are told of MCP if it is served', () => {
  expect(lines()).toContain('AI agents: [llms.txt](../llms.txt), and the Model Context Protocol at mcp')
  expect(lines(FAKE_MANIFEST, false)).toContain('AI agents: [llms.txt](../llms.txt)')
})

describe('a sentence', () => {
  test('has code and bold words, and nothing else', () => {
    expect(rendered(<Sentence text="Use `a_b`, **not** c*d <i>." />)).toBe(
      'Use <code>a_b</code>, <strong>not</strong> c*d &lt;i>.',
    )
  })
})
