/** @jsxImportSource preact */
import type { DataFileList } from '../../core/answers/data-files.ts'
import { useSite } from '../frame/site.ts'

/** Characters that could end the script element or its text; they are written as JSON escapes. */
const ESCAPED = /[<>&\u2028\u2029]/g

/** Text of a script element with data: JSON in which no character can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The data set as structured data for search engines (schema.org). */
export function DatasetData({ files }: Pick<DataFileList, 'files'>) {
  const { manifest, base } = useSite()
  const { exoplanets, stellarhosts } = manifest.tables
  const text = scriptJson({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: 'Confirmed exoplanets and their host stars',
    description: `Tables of the NASA Exoplanet Archive: ${exoplanets.rows} rows on ${exoplanets.names} confirmed planets, one row per planet and reference, and ${stellarhosts.rows} rows on ${stellarhosts.names} host stars.`,
    url: `${base}/data/`,
    identifier: ['https://doi.org/10.26133/NEA12', 'https://doi.org/10.26133/NEA40'],
    version: manifest.snapshotId,
    ...(manifest.archiveDate === null ? {} : { dateModified: manifest.archiveDate }),
    isAccessibleForFree: true,
    keywords: ['exoplanets', 'planetary systems', 'host stars', 'astronomy'],
    isBasedOn: 'https://exoplanetarchive.ipac.caltech.edu/',
    creator: {
      '@type': 'Organization',
      name: 'NASA Exoplanet Archive',
      url: 'https://exoplanetarchive.ipac.caltech.edu/',
    },
    variableMeasured: exoplanets.columns.map(({ name, description, unit }) => ({
      '@type': 'PropertyValue',
      name,
      ...(description === undefined ? {} : { description }),
      ...(unit === undefined ? {} : { unitText: unit }),
    })),
    distribution: files.map(({ name, bytes, sha256, media_type }) => ({
      '@type': 'DataDownload',
      name,
      contentUrl: `${base}/data/${encodeURIComponent(name)}`,
      encodingFormat: media_type,
      contentSize: String(bytes),
      sha256,
    })),
  })
  // Data, not a program: it is not executed, and every character that could end it is escaped.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
