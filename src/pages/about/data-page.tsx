/** @jsxImportSource preact */

import type { DataFileList } from '../../core/answers/data-files.ts'
import { CATALOG_FILE, SUMS_FILE } from '../../format/data-file.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { Snippet } from '../code/code-box.tsx'
import { Scroll } from '../components/scroll.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { dataSamples } from './data-samples.ts'
import { DatasetData } from './dataset-data.tsx'

export const DATA_PATH = '/data/'

/** The kind of a file, by the ending of its name. */
const FORMS = [
  ['.parquet', 'Apache Parquet: for pandas, Polars, DuckDB, R and others'],
  ['.csv.gz', 'CSV, compressed with gzip'],
  ['.vot.gz', 'VOTable with units and UCDs, compressed with gzip: for TOPCAT, STILTS, Astropy'],
] as const

function meaningOf(name: string): string {
  if (name === CATALOG_FILE) return 'All tables as an SQLite database, compressed with gzip'
  if (name === SUMS_FILE) return 'The SHA-256 of every file, for sha256sum --check'
  return FORMS.find(([ending]) => name.endsWith(ending))?.[1] ?? ''
}

function shownBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** Whole tables as files, and how to read them in programs. */
export function DataPage({ files }: Pick<DataFileList, 'files'>) {
  const { href, base, root } = useSite()
  return (
    <Page
      title="Data files"
      description="Every table as Parquet, CSV and VOTable, and all of them as an SQLite database, with sizes and hashes."
      path={DATA_PATH}
      scripts={[SITE_SCRIPT]}
      head={<DatasetData files={files} />}
    >
      <h1>Data files</h1>
      <p class="lead">Each file has a whole table. The files belong to one snapshot and are replaced together.</p>
      <Scroll label="Files">
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col">Content</th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, bytes, sha256 }) => (
              <tr key={name}>
                <th scope="row">
                  <a href={href(`${DATA_PATH}${encodeURIComponent(name)}`)} download>
                    {name}
                  </a>
                </th>
                <td class="number" title={`${groupedDigits(bytes)} bytes`}>
                  {shownBytes(bytes)}
                </td>
                <td class="wide">{meaningOf(name)}</td>
                <td class="hash">
                  <code>{sha256}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p>
        Programs get this list as JSON from the same URL. Each column is described on the column pages of{' '}
        <a href={href('/columns/exoplanets')}>exoplanets</a> and{' '}
        <a href={href('/columns/stellarhosts')}>stellarhosts</a>.
      </p>
      <section class="code" aria-labelledby="programs" data-base={base} data-root={root}>
        <h2 id="programs">Code to read the files</h2>
        <div class="columns">
          {dataSamples(base).map(({ title, code }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <Snippet title={`the code for ${title}`} text={code} />
            </section>
          ))}
        </div>
      </section>
      <CiteBox title="Data files" path={DATA_PATH} tables={['exoplanets', 'stellarhosts']} references={[]} />
    </Page>
  )
}
