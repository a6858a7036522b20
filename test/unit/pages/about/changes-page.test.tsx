/** @jsxImportSource preact */
import { expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import type { ChangeList } from '../../../../src/core/answers/changes.ts'
import { ChangesPage } from '../../../../src/pages/about/changes-page.tsx'
import { createSite, SiteProvider } from '../../../../src/pages/frame/site.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const SITE = createSite({
  path: '/changes',
  manifest: FAKE_MANIFEST,
  baseUrl: undefined,
  ownAddress: 'http://x',
  hasMcp: false,
})

const NONE = {
  rows: { before: 0, after: 0, added: 0, removed: 0, changed: 0 },
  changed_values: {},
  new_names: [],
  removed_names: [],
  new_columns: [],
  removed_columns: [],
  column_changes: [],
}
const snapshot = (id: string, date: string | null) => ({ id, archive_date: date })

const html = (...refreshes: unknown[]): string =>
  renderToString(
    <SiteProvider value={SITE}>
      <ChangesPage {...({ refreshes } as unknown as ChangeList)} />
    </SiteProvider>,
  )
const seen = (markup: string): string => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const refresh = (exoplanets: object, more: object = {}) => ({
  from: snapshot('aaaa', null),
  to: snapshot('bbbb', '2026-01-02'),
  tables: { exoplanets: { ...NONE, ...exoplanets }, stellarhosts: NONE },
  ...more,
})

test('the columns with the most changed values come first, twelve at most', () => {
  const changed_values = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [`col_${at}`, 1_000 + ((at * 5) % 14)]),
  )
  const list = /most changed values<\/h3>(<ul.*?<\/ul>)/s.exec(html(refresh({ changed_values })))![1]!
  const shown = [...list.matchAll(/>(col_\d+)<\/a> <span[^>]*>([\d,]+)/g)].map(([, name, rows]) => [name, rows])
  expect(shown.map(([, rows]) => rows)).toEqual(
    Array.from({ length: 12 }, (_, at) => `1,0${13 - at < 10 ? '0' : ''}${13 - at}`),
  )
  expect(shown[0]).toEqual(['col_11', '1,013'])
  expect(list).toContain('href="./columns/exoplanets/col_11"')
  expect(html(refresh({}))).not.toContain('most changed values')
})

test('rows are counted by table, in the order of reading', () => {
  const rows = { before: 1_000, after: 1_003, added: 5, removed: 2, changed: 7 }
  expect(seen(html(refresh({ rows })))).toContain('exoplanets 1,000 5 2 7 1,003 stellarhosts 0 0 0 0 0')
})

test('what is compared is told: the former snapshot, none, or that nothing was refreshed', () => {
  expect(seen(html())).toContain('have not been refreshed yet')
  expect(seen(html(refresh({})))).toContain('Compared with snapshot aaaa.')
  expect(seen(html(refresh({}, { from: snapshot('aaaa', '2025-12-01') })))).toContain(
    'Compared with snapshot aaaa of 2025-12-01.',
  )
  expect(seen(html({ to: snapshot('cccc', null) }))).toContain('Unknown date snapshot cccc The first snapshot')
  expect(seen(html(refresh({}, { to: snapshot(FAKE_MANIFEST.snapshotId, '2026-01-02') })))).toContain(', current')
  expect(seen(html(refresh({})))).not.toContain(', current')
})
