/** @jsxImportSource preact */

import { Elysia } from 'elysia'
import type { Resolution } from '../../core/answers/names.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { parseParameters } from '../../core/parameters.ts'
import { splitList } from '../../core/table-query/value-list.ts'
import { ComparePage, type ComparePageProps, compareRowsPath } from '../../pages/compare/compare-page.tsx'
import { COMPARE_PATH, MAX_COMPARED } from '../../pages/components/addresses.ts'
import { type PlanetFacts, planetFacts } from '../../pages/planets/planet-facts.ts'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { planetColumnsOf, planetRows } from './planet-pages.tsx'

/** The planet with this name in any spelling, if the match is unique. */
function findPlanet(catalog: Catalog, name: string): PlanetFacts | undefined {
  const columns = planetColumnsOf(catalog)
  // One unit for all planets: Earth's.
  const inEarths = { ...columns, ofLarge: columns.ofSmall }
  const rows = planetRows(catalog, name)
  if (rows.length > 0) return planetFacts(catalog.manifest, inEarths, rows)
  const { matches } = readJson<Resolution>(catalog.resolve(name, 2))
  const [only, other] = matches.filter(({ kind, match }) => kind === 'planet' && match !== 'near')
  if (only === undefined || other !== undefined) return undefined
  return planetFacts(catalog.manifest, inEarths, planetRows(catalog, only.name))
}

/** The path of all rows of the planets in a list of names, as JSON. */
function compareRowsPathOf(names: string): string {
  try {
    return compareRowsPath(splitList('names', names))
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return '/rest/exoplanets'
  }
}

/** `GET /compare?names=`: up to six planets in columns next to each other. */
export function comparePages({ page, responder, refuse }: PageContext) {
  return new Elysia().get(
    COMPARE_PATH,
    handler(
      page({
        json: ({ query }) => compareRowsPathOf(new URLSearchParams(query).get('names') ?? ''),
        answer(visit) {
          let text = new URLSearchParams(visit.query).get('names') ?? ''
          let names: readonly string[]
          try {
            text = parseParameters(visit.query, [{ name: 'names' }]).names ?? ''
            names = [...new Set(splitList('names', text))]
          } catch (thrown) {
            const form = { text, planets: [], unknown: [], passedOver: [] }
            return refuse(visit, thrown, ({ detail }) => <ComparePage {...form} problem={detail} />)
          }
          const asked = names.slice(0, MAX_COMPARED)
          const found = asked.map((name) => ({ name, planet: findPlanet(visit.catalog, name) }))
          const props: ComparePageProps = {
            text,
            planets: [
              ...new Map(
                found.flatMap(({ planet }) => (planet === undefined ? [] : [[planet.name, planet] as const])),
              ).values(),
            ],
            unknown: found.flatMap(({ name, planet }) => (planet === undefined ? [name] : [])),
            passedOver: names.slice(MAX_COMPARED),
          }
          const render = () => <ComparePage {...props} />
          return props.unknown.length > 0 && props.planets.length === 0
            ? responder.sendUncached(visit, render, 404)
            : responder.send(visit, { key: `compare|${text}`, render })
        },
      }),
    ),
  )
}
