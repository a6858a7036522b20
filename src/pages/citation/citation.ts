import { ACKNOWLEDGMENT } from '../../core/answers/cautions.ts'
import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'
import { type Entry, entryText } from './bibtex.ts'

/** A reference whose values a view shows. */
export interface CitedReference {
  /** The archive's name of the reference, such as `Mayor & Queloz 1995`; plain text. */
  readonly label: string
  /** Its URL, usually at ADS. */
  readonly url?: string
}

/** The view that is cited. */
export interface CitedView {
  readonly title: string
  /** The URL of the view, absolute if the public URL is known. */
  readonly address: string
  /** The path of the view from the root of the service, encoded. */
  readonly path: string
  /** The tables from which its values come. */
  readonly tables: readonly TableName[]
  readonly references: readonly CitedReference[]
}

export interface Citation {
  readonly text: string
  readonly bibtex: string
}

type Facts = Pick<Manifest, 'snapshotId' | 'archiveDate' | 'tables'>

/** A table of the archive, named as in its DOI record. */
interface CitedTable {
  readonly title: string
  readonly doi: string
  readonly date: string | null
}

const ARCHIVE = 'NASA Exoplanet Archive'
const PAPER_DOI = '10.3847/PSJ/ade3c2'

function citedTable(facts: Facts, table: TableName): CitedTable {
  const { date } = facts.tables[table]
  if (table === 'stellarhosts') return { title: 'Stellar Hosts', doi: '10.26133/NEA40', date }
  return hasDefaultFlag(facts)
    ? { title: 'Planetary Systems', doi: '10.26133/NEA12', date }
    : { title: 'Planetary Systems Composite Parameters', doi: '10.26133/NEA13', date }
}

/** The year at the end of the archive's name of a reference. */
function yearOf({ label }: CitedReference): string | undefined {
  return /\b(1[89]\d\d|2\d\d\d)[a-z]?\s*$/.exec(label)?.[1]
}

/** The ADS bibcode of a reference. */
function bibcodeOf({ url }: CitedReference): string | undefined {
  const code = url === undefined ? undefined : /adsabs\.harvard\.edu\/abs\/([^/?#]+)/.exec(url)?.[1]
  return code === undefined ? undefined : decoded(code)
}

/** Hexadecimal digits that distinguish views whose paths look alike in a key. */
const KEY_DIGITS = 6

/** The key of a view: different for each view of each snapshot, and independent of the service URL. */
function viewKey(path: string, snapshotId: string): string {
  const words = decoded(path.split('?', 1)[0]!)
    .split('/')
    .filter((word) => word !== '')
  const hash = new Bun.CryptoHasher('sha256').update(path).digest('hex').slice(0, KEY_DIGITS)
  // The hash distinguishes views of the same table, and names that differ only in case or punctuation.
  return ['exoplanet-catalog', ...words, ...(path === '/' ? [] : [hash]), snapshotId].join(':')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function viewEntry({ title, address, path }: CitedView, { snapshotId, archiveDate }: Facts): Entry {
  return {
    kind: 'misc',
    key: viewKey(path, snapshotId),
    fields: {
      title: `exoplanet-catalog: ${title}`,
      year: archiveDate?.slice(0, 4),
      url: address,
      note: `Snapshot ${snapshotId} of the ${ARCHIVE}`,
    },
  }
}

function tableEntry({ title, doi, date }: CitedTable): Entry {
  return {
    kind: 'misc',
    key: doi.slice(doi.indexOf('/') + 1),
    fields: { author: `{${ARCHIVE}}`, title, year: date?.slice(0, 4), publisher: 'IPAC', doi, note: dated(date) },
  }
}

const PAPER: Entry = {
  kind: 'article',
  key: 'Christiansen2025',
  fields: {
    author: 'Christiansen, Jessie L. and others',
    title: 'The NASA Exoplanet Archive and Exoplanet Follow-up Observing Program: Data, Tools, and Usage',
    journal: 'The Planetary Science Journal',
    volume: '6',
    pages: '186',
    year: '2025',
    doi: PAPER_DOI,
  },
}

function referenceEntry(reference: CitedReference): Entry {
  const { label, url } = reference
  const bibcode = bibcodeOf(reference)
  const year = yearOf(reference)
  const author = (year === undefined ? label : label.slice(0, label.lastIndexOf(year))).trim()
  return {
    kind: 'misc',
    key: bibcode ?? label,
    fields: {
      author: `{${author === '' ? label : author}}`,
      title: label,
      year,
      url,
      note: bibcode === undefined ? undefined : `ADS bibcode ${bibcode}`,
    },
  }
}

function dated(date: string | null): string {
  return date === null ? 'Table of unknown date' : `Table of ${date}`
}

function distinct(references: readonly CitedReference[]): readonly CitedReference[] {
  return [...new Map(references.map((reference) => [`${reference.label}\n${reference.url}`, reference])).values()]
}

/** Formats the citation of a view of a snapshot. */
export function cite(view: CitedView, facts: Facts): Citation {
  const references = distinct(view.references)
  const tables = view.tables.map((table) => citedTable(facts, table))
  const lines = [
    `${view.title}. exoplanet-catalog, snapshot ${facts.snapshotId}. ${view.address}`,
    ...tables.map(({ title, doi, date }) => `${ARCHIVE}: ${title}, ${dated(date).toLowerCase()}. doi:${doi}`),
    `Christiansen et al. 2025, The Planetary Science Journal 6, 186. doi:${PAPER_DOI}`,
    ...references.map(({ label, url }) => (url === undefined ? label : `${label}. ${url}`)),
    '',
    ACKNOWLEDGMENT,
  ]
  const entries = [viewEntry(view, facts), ...tables.map(tableEntry), PAPER, ...references.map(referenceEntry)]
  return { text: lines.join('\n'), bibtex: entries.map(entryText).join('\n\n') }
}
