import { ACKNOWLEDGMENT } from '../../core/answers/cautions.ts'
import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'
import { type Entry, entryText } from './bibtex.ts'

/** A publication whose values a view shows. */
export interface CitedReference {
  /** As the archive calls it, such as `Mayor & Queloz 1995`; plain text. */
  readonly label: string
  /** Its address, as a rule at ADS. */
  readonly url?: string
}

/** What is cited. */
export interface CitedView {
  readonly title: string
  /** The address of the view, absolute where that is known. */
  readonly address: string
  /** The same from the root of the service, encoded. */
  readonly path: string
  /** The tables that its values come from. */
  readonly tables: readonly TableName[]
  readonly references: readonly CitedReference[]
}

export interface Citation {
  readonly text: string
  readonly bibtex: string
}

type Facts = Pick<Manifest, 'snapshotId' | 'archiveDate' | 'tables'>

/** A table of the archive as its DOI names it. */
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

/** The year at the end of what the archive calls a reference. */
function yearOf({ label }: CitedReference): string | undefined {
  return /\b(1[89]\d\d|2\d\d\d)[a-z]?\s*$/.exec(label)?.[1]
}

/** The name under which ADS has a publication. */
function bibcodeOf({ url }: CitedReference): string | undefined {
  const code = url === undefined ? undefined : /adsabs\.harvard\.edu\/abs\/([^/?#]+)/.exec(url)?.[1]
  return code === undefined ? undefined : decoded(code)
}

/** Hexadecimal digits by which two views are told apart whose addresses look alike in a key. */
const KEY_DIGITS = 6

/** The key of a view: a different one for each view of each snapshot, whatever the address of the service. */
function viewKey(path: string, snapshotId: string): string {
  const words = decoded(path.split('?', 1)[0]!)
    .split('/')
    .filter((word) => word !== '')
  const hash = new Bun.CryptoHasher('sha256').update(path).digest('hex').slice(0, KEY_DIGITS)
  // The hash tells the views of one table from each other, and names that differ in case or punctuation alone.
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

/** How to cite a view of a snapshot. */
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
