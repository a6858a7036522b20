import { expect, test } from 'bun:test'
import { CiteBox } from '../../../../src/pages/citation/cite-box.tsx'
import { CodeBox } from '../../../../src/pages/code/code-box.tsx'
import { renderDocument } from '../../../../src/pages/frame/render.ts'
import { createSite } from '../../../../src/pages/frame/site.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'

const { manifest } = await builtSnapshot()
const SITE = { manifest, hasMcp: false, path: '/exoplanets/x', ownAddress: 'http://127.0.0.1:3000' }
const HOSTILE = `SELECT '</code><script>alert(1)</script>" onload="x'`

test('code is shown as text, with the address that the service has', () => {
  const box = <CodeBox view={{ kind: 'query', sql: HOSTILE }} />
  const html = renderDocument(createSite({ ...SITE, baseUrl: undefined }), box)
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;/code>&lt;script>')
  expect(html).toContain('data-base="http://127.0.0.1:3000" data-root="../"')
  expect(html.match(/<summary>/g)).toHaveLength(5)
  expect(html).toContain('href="../sql?q=SELECT')
})

test('the public address stands in code and citations where it is known', () => {
  const site = createSite({ ...SITE, baseUrl: 'https://example.org/catalog' })
  const box = (
    <CiteBox
      title="x"
      path="/exoplanets/x"
      tables={['exoplanets']}
      references={[{ label: '<b>Nobody</b> 2020', url: 'https://ui.adsabs.harvard.edu/abs/x' }]}
    />
  )
  const html = renderDocument(site, box)
  expect(html).toContain(`snapshot ${manifest.snapshotId}. https://example.org/catalog/exoplanets/x`)
  expect(html).not.toContain('<b>')
  expect(renderDocument(site, <CodeBox view={{ kind: 'file', csv: '/exoplanets/x.csv' }} />)).toContain(
    "curl -s 'https://example.org/catalog/exoplanets/x.csv'",
  )
})
