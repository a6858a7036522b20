/** @jsxImportSource preact */

import { listText } from '../../core/table-query/value-list.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { Row } from '../../objects/values.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { COMPARE_PATH, comparePath, MAX_COMPARED, planetPath, queryString } from '../components/addresses.ts'
import { labelOf } from '../components/labels.ts'
import { referenceLabel } from '../components/reference-link.tsx'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { Text, Value } from '../components/value.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { massKind, type PlanetFacts, planetReference, type TwinParameter } from '../planets/planet-facts.ts'
import { citedReferences } from '../published/cited-references.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'

export interface ComparePageProps {
  /** The requested names as text, for the form. */
  readonly text: string
  readonly planets: readonly PlanetFacts[]
  /** Names that do not match any planet. */
  readonly unknown: readonly string[]
  /** Names beyond the maximum number of planets. */
  readonly passedOver: readonly string[]
  /** Why the request could not be read. */
  readonly problem?: string
}

const TEXTS = ['discoverymethod', 'disc_year', 'disc_facility', 'st_spectype'] as const
const STAR = ['st_teff', 'st_rad', 'st_mass', 'sy_dist'] as const

/** Planets next to each other, one column per planet. */
export function ComparePage({ text, planets, unknown, passedOver, problem }: ComparePageProps) {
  const { href } = useSite()
  const names = planets.map(({ name }) => name)
  const title = planets.length === 0 ? 'Compare planets' : `Compare ${names.join(', ')}`
  return (
    <Page
      title={title}
      description="Up to six planets side by side, each value with its uncertainties and reference."
      path={planets.length === 0 ? COMPARE_PATH : comparePath(names)}
      isUnlisted={planets.length > 0 || problem !== undefined}
      {...(planets.length === 0 ? {} : { json: compareRowsPath(names) })}
      scripts={[SITE_SCRIPT]}
    >
      <h1>Compare planets</h1>
      <form class="filters" action={href(COMPARE_PATH)} method="get">
        <label for="names">Up to six planets, separated by commas</label>
        <input
          id="names"
          name="names"
          value={text}
          size={50}
          spellcheck={false}
          aria-invalid={problem === undefined ? undefined : 'true'}
        />
        <button type="submit">Compare</button>
      </form>
      {problem === undefined ? null : (
        <p class="message" role="alert">
          {problem}
        </p>
      )}
      {unknown.length === 0 ? null : (
        <p class="message" role="alert">
          No planet has the name{unknown.length === 1 ? '' : 's'}{' '}
          {unknown.map((name, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={href(`/search${queryString([['q', name]])}`)}>{name}</a>
            </>
          ))}
          .
        </p>
      )}
      {passedOver.length === 0 ? null : (
        <p class="message" role="status">
          Only the first {MAX_COMPARED} planets are compared; left out: {passedOver.join(', ')}.
        </p>
      )}
      {planets.length === 0 ? (
        <p>
          For example{' '}
          <a href={href(comparePath(['TRAPPIST-1 e', 'Kepler-22 b', '51 Peg b']))}>
            TRAPPIST-1 e, Kepler-22 b, 51 Peg b
          </a>
          .
        </p>
      ) : (
        <>
          <Comparison planets={planets} />
          <div class="columns">
            <CodeBox view={{ kind: 'rows', path: compareRowsPath(names, 'all'), sql: rowsSql(names) }} />
            <CiteBox
              path={comparePath(names)}
              title={title}
              tables={['exoplanets']}
              references={citedReferences(planets.map(({ row }) => row))}
            />
          </div>
        </>
      )}
    </Page>
  )
}

/** The path of all rows of planets; JSON has at most 1000, which is more than six planets have. */
export function compareRowsPath(names: readonly string[], limit: '1000' | 'all' = '1000'): string {
  return `/rest/exoplanets${queryString([
    ['pl_name__in', listText(names)],
    ['columns', '*'],
    ['limit', limit],
  ])}`
}

function rowsSql(names: readonly string[]): string {
  return `SELECT *\nFROM exoplanets\nWHERE pl_name IN (${names.map(quotedText).join(', ')})\nORDER BY rowid`
}

function Comparison({ planets }: { readonly planets: readonly PlanetFacts[] }) {
  const { href, manifest } = useSite()
  const columns = new Map(manifest.tables.exoplanets.columns.map((column) => [column.name, column]))
  const parameters = new Map<string, TwinParameter>()
  for (const { groups } of planets)
    for (const { parameters: own } of groups)
      for (const parameter of own)
        if (!parameters.has(parameter.column.name)) parameters.set(parameter.column.name, parameter)
  const has = (name: string): boolean => planets.some(({ row }) => (row[name] ?? null) !== null)
  return (
    <>
      <p class="soft">Values from a reference other than that of the default row are marked.</p>
      <Scroll label="Planets side by side">
        <table class="compare">
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              {planets.map(({ name }) => (
                <th key={name} scope="col">
                  <a href={href(planetPath(name))}>{name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {TEXTS.filter(has).map((name) => (
              <tr key={name}>
                <th scope="row">{labelOf({ name })}</th>
                {planets.map((planet) => (
                  <td key={planet.name} data-planet={planet.name}>
                    {Text({ row: planet.row, column: name, rowNumber: planet.chosen })}
                  </td>
                ))}
              </tr>
            ))}
            {[...parameters.values()].map(({ column }) => (
              <tr key={column.name}>
                <th scope="row">
                  {labelOf(column)} <Unit unit={column.unit} />
                </th>
                {planets.map((planet) => (
                  <td key={planet.name} data-planet={planet.name}>
                    <Compared planet={planet} name={column.name} />
                  </td>
                ))}
              </tr>
            ))}
            {STAR.filter(has).map((name) => (
              <tr key={name}>
                <th scope="row">
                  Star: {labelOf({ name }).toLowerCase()} <Unit unit={columns.get(name)?.unit} />
                </th>
                {planets.map((planet) => (
                  <td key={planet.name} data-planet={planet.name}>
                    {Value({ row: planet.row, column: name, rowNumber: planet.chosen })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

const NO_ROW: Row = {}

function Compared({ planet, name }: { readonly planet: PlanetFacts; readonly name: string }) {
  const parameter = planet.groups.flatMap(({ parameters }) => parameters).find(({ column }) => column.name === name)
  const shown = parameter?.shown
  if (shown === undefined) return Value({ row: NO_ROW, column: name })
  const kind = /^pl_bmass[ej]$/.test(name) ? massKind(shown.row) : undefined
  return (
    <>
      {Value({ row: shown.row, column: name, rowNumber: shown.rowNumber })}
      {kind === undefined ? null : <span class="soft small"> {kind}</span>}
      {parameter?.isOfOtherRow === true && planet.hasDefault ? (
        <div class="soft small">{referenceLabel(planetReference(shown.row, name))}</div>
      ) : null}
    </>
  )
}
