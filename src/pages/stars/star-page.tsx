/** @jsxImportSource preact */
import { quotedText } from '../../core/text/sql-quoting.ts'
import { limitsOfPlanets } from '../../objects/cautions.ts'
import type { Row } from '../../objects/values.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { hostPath, queryString } from '../components/addresses.ts'
import { Caveats } from '../components/caveats.tsx'
import { labelOf } from '../components/labels.ts'
import { Text, Value } from '../components/value.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { PlanetList, siblingColumns } from '../planets/siblings.tsx'
import { citedReferences } from '../published/cited-references.ts'
import { ForestPlot } from '../published/forest-plot.tsx'
import { referencesInWords } from '../published/references-in-words.ts'
import { SideBySide } from '../published/side-by-side.tsx'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { MedianTable } from './median-table.tsx'
import type { HostFacts } from './star-facts.ts'
import { StarProvenance } from './star-provenance.tsx'
import { SystemDrawing } from './system-drawing.tsx'

export interface StarPageProps {
  readonly facts: HostFacts
  /** One row per planet. */
  readonly planets: readonly Row[]
}

/** The path of the same content as JSON: the host's download, or the rows of a host without a download. */
export function starJson({ name, table }: Pick<HostFacts, 'name' | 'table'>): string {
  return table === 'stellarhosts'
    ? `${hostPath(name)}.json`
    : `/rest/exoplanets${queryString([
        ['hostname', name],
        ['columns', '*'],
      ])}`
}

/** The page of a host. */
export function StarPage({ facts, planets }: StarPageProps) {
  const { name, table, rows, parameters, spectralTypes, system } = facts
  const { href, manifest } = useSite()
  const several = parameters.filter(({ values }) => values.length > 1)
  const cautions = [
    ...(table === 'exoplanets'
      ? [
          'Table stellarhosts does not list this host: the values are from the rows of its planets in exoplanets, where a reference can occur several times.',
        ]
      : []),
    ...(parameters.some(({ values }) => values.some(({ isLimit }) => isLimit))
      ? ['A value with < or > is an upper or lower limit; medians leave limits out.']
      : []),
    ...limitsOfPlanets(
      planets,
      siblingColumns(manifest.tables.exoplanets.columns).map((column) => column.name),
    ),
  ]
  const path = hostPath(name)
  return (
    <Page
      title={name}
      description={`${name}, ${planets.length === 0 ? 'a star' : `the host of ${planets.length === 1 ? 'one planet' : `${planets.length} planets`}`}: published values of the star, its system and habitable zone.`}
      path={path}
      json={starJson(facts)}
      scripts={[SITE_SCRIPT]}
    >
      <p class="trail">
        <a href={href('/stellarhosts')}>Host stars</a>
      </p>
      <h1>{name}</h1>
      <p class="lead">
        {planets.length === 0
          ? 'A star of table stellarhosts without a planet in exoplanets: a companion, or the host of a newer planet.'
          : `The host of ${planets.length === 1 ? 'one known planet' : `${planets.length} known planets`}.`}{' '}
        {rows.length === 1 ? 'One row' : `${rows.length} rows`} of {referencesInWords(rows, 'st_refname')}.
      </p>
      <Caveats sentences={cautions} />
      {planets.length === 0 ? null : (
        <section aria-labelledby="system">
          <h2 id="system">The system</h2>
          <SystemDrawing facts={facts} planets={planets} />
          <PlanetList siblings={planets} caption={`Planets of ${name}, the default row of each`} />
        </section>
      )}
      <div class="columns">
        <section aria-labelledby="star">
          <h2 id="star">The star</h2>
          {spectralTypes.length === 0 ? null : (
            <p>
              Spectral type:{' '}
              {spectralTypes.map(([type, count], at) => (
                <span key={type}>
                  {at === 0 ? '' : ', '}
                  <bdi>{type}</bdi>
                  {rows.length === 1 ? '' : <span class="soft"> ({count === 1 ? 'one row' : `${count} rows`})</span>}
                </span>
              ))}
            </p>
          )}
          <MedianTable parameters={parameters} />
        </section>
        <section aria-labelledby="position">
          <h2 id="position">System, position and names</h2>
          <dl class="facts">
            {system.map(({ column, row, rowNumber }) => (
              <>
                <dt title={column.name}>{labelOf(column)}</dt>
                <dd>
                  {column.type === 'text'
                    ? Text({ row, column: column.name, rowNumber })
                    : Value({ row, column: column.name, unit: column.unit, rowNumber })}
                </dd>
              </>
            ))}
          </dl>
        </section>
      </div>
      {several.length === 0 ? null : (
        <section aria-labelledby="published">
          <h2 id="published">Every published value</h2>
          <p>One mark per row. Bars are uncertainties, arrows are limits.</p>
          <div class="forests">
            {several.map((parameter) => (
              <ForestPlot
                key={parameter.column.name}
                parameter={parameter}
                chosen={undefined}
                referenceOf={(row) => row.st_refname}
              />
            ))}
          </div>
        </section>
      )}
      <section aria-labelledby="references">
        <h2 id="references">All references side by side</h2>
        <SideBySide
          rows={rows}
          parameters={parameters}
          chosen={undefined}
          reference="st_refname"
          texts={table === 'exoplanets' ? ['pl_name', 'st_spectype'] : ['st_spectype']}
          caption={`${rows.length === 1 ? 'The row' : `All ${rows.length} rows`} of ${name}`}
        />
      </section>
      <StarProvenance facts={facts} />
      <div class="columns">
        <CodeBox
          view={
            table === 'stellarhosts'
              ? {
                  kind: 'file',
                  csv: `${path}.csv`,
                  json: `${path}.json`,
                  sql: `SELECT * FROM stellarhosts WHERE hostname = ${quotedText(name)}`,
                }
              : { kind: 'query', sql: `SELECT * FROM exoplanets WHERE hostname = ${quotedText(name)}` }
          }
        />
        <CiteBox path={path} title={name} tables={['stellarhosts', 'exoplanets']} references={citedReferences(rows)} />
      </div>
    </Page>
  )
}
