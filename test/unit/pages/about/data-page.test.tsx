import { describe, expect, test } from 'bun:test'
import { DataPage } from '../../../../src/pages/about/data-page.tsx'
import { scriptJson } from '../../../../src/pages/about/dataset-data.tsx'
import { outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const file = (name: string, bytes = 1) => ({ name, bytes, sha256: 'ab12', media_type: 'text/plain' })
const html = (files: readonly ReturnType<typeof file>[], manifest = FAKE_MANIFEST) =>
  rendered(<DataPage files={files as unknown as Parameters<typeof DataPage>[0]['files']} />, siteOf(manifest))
const rows = (...files: readonly ReturnType<typeof file>[]) =>
  outline(html(files))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)

test('each file says its content, and is a download', () => {
  expect(
    rows(
      file('a b.parquet'),
      file('a.csv.gz'),
      file('a.vot.gz'),
      file('catalog.sqlite.gz'),
      file('SHA256SUMS'),
      file('x'),
    ),
  ).toEqual([
    '| [a b.parquet](../data/a%20b.parquet)|> 1 B| Apache Parquet: for pandas, Polars, DuckDB, R and others| ab12',
    '| [a.csv.gz](../data/a.csv.gz)|> 1 B| CSV, compressed with gzip| ab12',
    '| [a.vot.gz](../data/a.vot.gz)|> 1 B| VOTable with units and UCDs, compressed with gzip: for TOPCAT, STILTS, Astropy| ab12',
    '| [catalog.sqlite.gz](../data/catalog.sqlite.gz)|> 1 B| All tables as an SQLite database, compressed with gzip| ab12',
    '| [SHA256SUMS](../data/SHA256SUMS)|> 1 B| The SHA-256 of every file, for sha256sum --check| ab12',
    '| [x](../data/x)|> 1 B| | ab12',
  ])
  expect(html([file('a.parquet')])).toContain('href="../data/a.parquet" download')
})

test.each([
  [0, '0 B', '0'],
  [9, '9 B', '9'],
  [999, '999 B', '999'],
  [1_000, '1.0 kB', '1,000'],
  [9_940, '9.9 kB', '9,940'],
  [10_400, '10 kB', '10,400'],
  [999_499, '999 kB', '999,499'],
  [1_500_000, '1.5 MB', '1,500,000'],
  [2_500_000_000, '2.5 GB', '2,500,000,000'],
  [25_000_000_000_000, '25000 GB', '25,000,000,000,000'],
])('%d bytes are %s', (bytes, shown, grouped) => {
  const page = html([file('x', bytes)])
  expect(page).toContain(`<td class="number" title="${grouped} bytes">${shown}</td>`)
})

describe('the data for search engines', () => {
  const data = (manifest = FAKE_MANIFEST) =>
    JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html([file('a b.csv.gz', 5)], manifest))![1]!,
    )

  test('names the tables, the files and the columns', () => {
    const tables = {
      ...FAKE_MANIFEST.tables,
      exoplanets: {
        ...FAKE_MANIFEST.tables.exoplanets,
        columns: [
          { name: 'a', type: 'real', unit: 'K', description: 'An A' },
          { name: 'b', type: 'text' },
        ],
      },
    } as unknown as typeof FAKE_MANIFEST.tables
    const found = data({ ...FAKE_MANIFEST, tables })
    expect(found).toMatchObject({
      '@type': 'Dataset',
      description:
        'Tables of the NASA Exoplanet Archive: 3 rows on 2 confirmed planets, one row per planet and reference, and 3 rows on 2 host stars.',
      url: 'http://localhost:3000/data/',
      version: '0123456789abcdef',
      dateModified: '2026-01-02',
      isAccessibleForFree: true,
    })
    expect(found.variableMeasured).toEqual([
      { '@type': 'PropertyValue', name: 'a', description: 'An A', unitText: 'K' },
      { '@type': 'PropertyValue', name: 'b' },
    ])
    expect(found.distribution).toEqual([
      {
        '@type': 'DataDownload',
        name: 'a b.csv.gz',
        contentUrl: 'http://localhost:3000/data/a%20b.csv.gz',
        encodingFormat: 'text/plain',
        contentSize: '5',
        sha256: 'ab12',
      },
    ])
    expect(Object.keys(data({ ...FAKE_MANIFEST, archiveDate: null }))).not.toContain('dateModified')
  })

  test('cannot end the element that it is in', () => {
    expect(scriptJson({ a: '</script>&\u2028\u2029' })).toBe('{"a":"\\u003c/script\\u003e\\u0026\\u2028\\u2029"}')
  })
})

test('code for programs reads the files from the service', () => {
  const page = html([])
  expect(page).toContain('pd.read_parquet(&quot;http://localhost:3000/data/exoplanets.parquet&quot;)')
  expect(page).toContain("read_parquet('http://localhost:3000/data/exoplanets.parquet')")
  expect(page).toContain("topcat -f votable 'http://localhost:3000/data/exoplanets.vot.gz'")
  expect(page).toContain("curl -s 'http://localhost:3000/data/catalog.sqlite.gz' | gunzip")
  expect(page).toContain('read.csv(gzcon(url(&quot;http://localhost:3000/data/exoplanets.csv.gz&quot;)))')
})
