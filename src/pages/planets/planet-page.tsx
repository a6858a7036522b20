/** @jsxImportSource preact */
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { Row } from '../../objects/values.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { hostPath, planetPath, sharedPicture } from '../components/addresses.ts'
import { Caveats } from '../components/caveats.tsx'
import { inSentence, labelOf } from '../components/labels.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { unitText } from '../components/unit.tsx'
import { digits, limitOf, Text } from '../components/value.tsx'
import { planetListPath } from '../frame/navigation.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { citedReferences } from '../published/cited-references.ts'
import { ForestPlot } from '../published/forest-plot.tsx'
import { referencesInWords } from '../published/references-in-words.ts'
import { SideBySide } from '../published/side-by-side.tsx'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { massKind, massLabel, type PlanetFacts, planetReference } from './planet-facts.ts'
import { PlanetPictures, type Populations } from './planet-pictures.tsx'
import { Provenance } from './provenance.tsx'
import { Siblings } from './siblings.tsx'
import { StarValues } from './star-values.tsx'
import { ValueTable } from './value-table.tsx'

export interface PlanetPageProps {
  readonly facts: PlanetFacts
  /** One row per planet of the host, including this planet. */
  readonly siblings: readonly Row[]
  readonly populations: Populations
}

/** One sentence that summarizes the planet, for previews. */
function summary({ name, host, row, groups }: PlanetFacts): string {
  const values = groups
    .flatMap(({ parameters }) => parameters)
    .filter(({ column, isOfOtherRow }) => /^pl_(orbper|rad[ej]|bmass[ej])$/.test(column.name) && !isOfOtherRow)
    .map(({ column, shown }) => {
      const label = column.name.startsWith('pl_bmass') ? massLabel(row).short : labelOf(column)
      return `${inSentence(label)} ${limitOf(row, column.name) ?? ''}${digits(shown!.value)} ${unitText(column.unit)}`
    })
  const found = typeof row.discoverymethod === 'string' ? `, found by ${row.discoverymethod.toLowerCase()}` : ''
  const when = typeof row.disc_year === 'number' ? ` in ${row.disc_year}` : ''
  return `${name}, a planet of ${host}${found}${when}. ${values.length === 0 ? '' : `Values: ${values.join(', ')}.`}`.trim()
}

/** The page of a planet. */
export function PlanetPage({ facts, siblings, populations }: PlanetPageProps) {
  const { name, host, rows, row, chosen, groups, cautions } = facts
  const { href, manifest } = useSite()
  const parameters = groups.flatMap((group) => group.parameters)
  const several = parameters.filter(({ values }) => values.length > 1)
  return (
    <Page
      title={name}
      description={summary(facts)}
      path={planetPath(name)}
      json={`${planetPath(name)}.json`}
      scripts={[SITE_SCRIPT]}
      picture={sharedPicture(name)}
    >
      <p class="trail">
        <a href={href(planetListPath(manifest))}>Planets</a> › <a href={href(hostPath(host))}>{host}</a>
      </p>
      <h1>{name}</h1>
      <p class="lead">{summarySentence(facts)}</p>
      <Caveats sentences={cautions} />
      <div class="columns wide-first">
        <section aria-labelledby="values">
          <h2 id="values">Values</h2>
          <ValueTable facts={facts} />
        </section>
        <div>
          <PlanetPictures facts={facts} populations={populations} />
        </div>
      </div>
      {several.length === 0 ? null : (
        <section aria-labelledby="published">
          <h2 id="published">Every published value</h2>
          <p>
            One mark per row; {rows.length} rows of {referencesInWords(rows, 'pl_refname')}. Bars are uncertainties,
            arrows are limits.{facts.hasDefault ? ' The filled mark is the default row; the line marks its value.' : ''}
          </p>
          <div class="forests">
            {several.map((parameter) => (
              <ForestPlot
                key={parameter.column.name}
                parameter={parameter}
                chosen={facts.hasDefault ? chosen : undefined}
                referenceOf={planetReference}
                {...(/^pl_bmass[ej]$/.test(parameter.column.name) ? { noteOf: massKind } : {})}
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
          chosen={facts.hasDefault ? chosen : undefined}
          reference="pl_refname"
          texts={['pl_bmassprov', 'soltype', 'pl_pubdate']}
          caption={`${rows.length === 1 ? 'The row' : `All ${rows.length} rows`} of ${name}`}
        />
      </section>
      <div class="columns">
        <StarValues row={row} rowNumber={chosen} host={host} />
        <Discovery row={row} rowNumber={chosen} />
      </div>
      <Siblings host={host} name={name} siblings={siblings} />
      <Provenance facts={facts} />
      <div class="columns">
        <CodeBox
          view={{
            kind: 'file',
            csv: `${planetPath(name)}.csv`,
            json: `${planetPath(name)}.json`,
            sql: `SELECT * FROM exoplanets WHERE pl_name = ${quotedText(name)}`,
          }}
        />
        <CiteBox path={planetPath(name)} title={name} tables={['exoplanets']} references={citedReferences(rows)} />
      </div>
    </Page>
  )
}

function summarySentence({ row, host, rows, hasDefault }: PlanetFacts) {
  const stars = Number(row.sy_snum ?? 1)
  const planets = Number(row.sy_pnum ?? 1)
  return [
    `A planet of ${host}`,
    stars > 1 ? `, a system of ${stars} stars` : '',
    planets > 1 ? ` with ${planets} known planets` : '',
    typeof row.discoverymethod === 'string' ? `; discovered by ${row.discoverymethod.toLowerCase()}` : '',
    typeof row.disc_year === 'number' ? ` in ${row.disc_year}` : '',
    '. ',
    rows.length === 1
      ? 'The archive has one row for it.'
      : `The archive has ${rows.length} rows for it, one per reference${hasDefault ? '; the values below are those of the default row' : ''}.`,
  ].join('')
}

const DISCOVERY = [
  'discoverymethod',
  'disc_year',
  'disc_facility',
  'disc_telescope',
  'disc_instrument',
  'disc_locale',
  'disc_pubdate',
] as const

function Discovery({ row, rowNumber }: { readonly row: Row; readonly rowNumber: number }) {
  const told = DISCOVERY.filter((column) => (row[column] ?? null) !== null)
  if (told.length === 0) return null
  return (
    <section aria-labelledby="discovery">
      <h2 id="discovery">Discovery</h2>
      <dl class="facts">
        {told.map((column) => (
          <>
            <dt>{labelOf({ name: column })}</dt>
            <dd>
              <Text row={row} column={column} rowNumber={rowNumber} />
            </dd>
          </>
        ))}
        {typeof row.disc_refname === 'string' ? (
          <>
            <dt>Reference</dt>
            <dd>
              <ReferenceLink html={row.disc_refname} />
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}
