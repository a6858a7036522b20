import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ACKNOWLEDGMENT } from '../../../../src/core/answers/cautions.ts'
import { entryText } from '../../../../src/pages/citation/bibtex.ts'
import { cite } from '../../../../src/pages/citation/citation.ts'

const table = { rows: 1, names: 1, hosts: 1, hostsNotInOther: 0, defaultColumns: [] }
const columns = ['pl_name', 'hostname', 'default_flag'].map((name) => ({ name, type: 'text' as const }))
const facts = {
  snapshotId: '0123456789abcdef',
  archiveDate: '2026-01-02',
  tables: {
    exoplanets: { ...table, columns, date: '2026-01-02' },
    stellarhosts: { ...table, columns, date: null },
  },
}

/** Reads one entry strictly: braces are balanced, and nothing follows the last. */
function fieldsOf(entry: string): Readonly<Record<string, string>> {
  const [, body = ''] = /^@(?:misc|article)\{[A-Za-z0-9.:_-]+,\n([\s\S]*)\n\}$/.exec(entry) ?? []
  expect(body, entry).not.toBe('')
  return Object.fromEntries(
    body.split(',\n').map((line) => {
      const [, name = '', value = ''] = /^ {2}([a-z]+) = \{(.*)\}$/.exec(line) ?? []
      expect(name, line).not.toBe('')
      let depth = 0
      for (const [sign] of value.replaceAll(/\\[{}]/g, '').matchAll(/[{}]/g)) {
        depth += sign === '{' ? 1 : -1
        expect(depth, value).toBeGreaterThanOrEqual(0)
      }
      expect(depth, value).toBe(0)
      return [name, value]
    }),
  )
}

describe('a citation', () => {
  const view = {
    title: '51 Peg b',
    address: 'https://example.org/exoplanets/51%20Peg%20b',
    path: '/exoplanets/51%20Peg%20b',
    tables: ['exoplanets', 'stellarhosts'] as const,
    references: [
      {
        label: 'Mayor & Queloz 1995',
        url: 'https://ui.adsabs.harvard.edu/abs/1995Natur.378..355M/abstract',
      },
      { label: 'Bourrier et al. 2018', url: 'https://ui.adsabs.harvard.edu/abs/2018A%26A...619A...1B/abstract' },
      { label: 'Mayor & Queloz 1995', url: 'https://ui.adsabs.harvard.edu/abs/1995Natur.378..355M/abstract' },
    ],
  }
  const { text, bibtex } = cite(view, facts)

  test('names the address, the snapshot, the tables with their dates, each reference once, and the acknowledgment', () => {
    expect(text.split('\n')).toEqual([
      `51 Peg b. exoplanet-catalog, snapshot ${facts.snapshotId}. https://example.org/exoplanets/51%20Peg%20b`,
      'NASA Exoplanet Archive: Planetary Systems, table of 2026-01-02. doi:10.26133/NEA12',
      'NASA Exoplanet Archive: Stellar Hosts, table of unknown date. doi:10.26133/NEA40',
      'Christiansen et al. 2025, The Planetary Science Journal 6, 186. doi:10.3847/PSJ/ade3c2',
      'Mayor & Queloz 1995. https://ui.adsabs.harvard.edu/abs/1995Natur.378..355M/abstract',
      'Bourrier et al. 2018. https://ui.adsabs.harvard.edu/abs/2018A%26A...619A...1B/abstract',
      '',
      ACKNOWLEDGMENT,
    ])
  })

  test('has a key of its own in BibTeX for each view, whatever case a program reads keys in', () => {
    const paths = [
      '/',
      '/about',
      '/exoplanets',
      '/exoplanets?default_flag=1',
      '/exoplanets?sort_by=pl_rade',
      '/exoplanets/HAT-P-7%20b',
      '/stellarhosts/HAT-P-7%20B',
      '/stellarhosts/HAT-P-7%20b',
      '/stellarhosts/HAT-P-7_B',
      '/sql?q=SELECT+1',
      '/sql?q=SELECT+2',
    ]
    const keyOf = (path: string, snapshotId = facts.snapshotId): string =>
      /\{([^,]+),/.exec(cite({ ...view, path }, { ...facts, snapshotId }).bibtex)![1]!
    const keys = [...paths.map((path) => keyOf(path)), keyOf('/about', 'fedcba9876543210')]
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9.:_-]+$/)
  })

  test('is BibTeX with the same', () => {
    const entries = bibtex.split('\n\n')
    expect(entries.map((entry) => /^@(\w+\{[^,]+)/.exec(entry)?.[1])).toEqual([
      'misc{exoplanet-catalog:exoplanets:51_Peg_b:e38fe7:0123456789abcdef',
      'misc{NEA12',
      'misc{NEA40',
      'article{Christiansen2025',
      'misc{1995Natur.378..355M',
      'misc{2018A_A...619A...1B',
    ])
    expect(fieldsOf(entries[1]!)).toEqual({
      author: '{NASA Exoplanet Archive}',
      title: 'Planetary Systems',
      year: '2026',
      publisher: 'IPAC',
      doi: '10.26133/NEA12',
      note: 'Table of 2026-01-02',
    })
    expect(fieldsOf(entries[4]!)).toEqual({
      author: String.raw`{Mayor \& Queloz}`,
      title: String.raw`Mayor \& Queloz 1995`,
      year: '1995',
      url: 'https://ui.adsabs.harvard.edu/abs/1995Natur.378..355M/abstract',
      note: 'ADS bibcode 1995Natur.378..355M',
    })
  })

  test('an archive without default rows is that of composite parameters', () => {
    const { exoplanets } = facts.tables
    const tables = { ...facts.tables, exoplanets: { ...exoplanets, columns: exoplanets.columns.slice(0, 2) } }
    expect(cite({ ...view, tables: ['exoplanets'] }, { ...facts, tables }).text).toContain('doi:10.26133/NEA13')
  })
})

test('whatever a text holds, its entry stays one entry', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }), (title, url) => {
      const entry = entryText({
        kind: 'misc',
        key: title,
        fields: { title: `x${title}`, url: `x${url}`, note: `{${title}x}` },
      })
      // A comma at the end of a line separates fields; values have no line breaks.
      expect(entry.split('\n')).toHaveLength(5)
      fieldsOf(entry)
    }),
  )
})

test('signs that mean something to LaTeX are written as signs, but in addresses', () => {
  const fields = { title: String.raw`a_b & 50% $ #1 ~x ^2 {c} \d`, url: 'https://x.org/a_b?c=%20' }
  expect(fieldsOf(entryText({ kind: 'misc', key: 'k_e y', fields }))).toEqual({
    title: String.raw`a\_b \& 50\% \$ \#1 \textasciitilde{}x \textasciicircum{}2 \{c\} \textbackslash{}d`,
    url: 'https://x.org/a_b?c=%20',
  })
})
