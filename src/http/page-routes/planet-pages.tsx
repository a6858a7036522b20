import type { Catalog } from '../../core/catalog/catalog.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import type { Row } from '../../objects/values.ts'
import { pageColumns } from '../../pages/planets/planet-columns.ts'
import { planetFacts } from '../../pages/planets/planet-facts.ts'
import { PlanetPage } from '../../pages/planets/planet-page.tsx'
import { siblingColumns } from '../../pages/planets/siblings.tsx'
import { perCatalog } from '../response/text-answer.ts'
import { objectPage } from './object-page.ts'
import { populationsOf } from './populations.ts'
import { readRows } from './read-json.ts'
import type { PageContext } from './routes.ts'

const columnsOf = perCatalog(({ manifest }) => pageColumns(manifest.tables.exoplanets.columns))

/** One row of each planet of a host, by name: the default row, or the first. */
export function planetsOf(catalog: Catalog, host: string): readonly Row[] {
  const { manifest } = catalog
  const columns = [
    'pl_name',
    ...siblingColumns(manifest.tables.exoplanets.columns).flatMap(({ name }) => {
      const has = (companion: string): boolean =>
        manifest.tables.exoplanets.columns.some((other) => other.name === companion)
      return [name, ...['err1', 'err2', 'lim'].map((ending) => `${name}${ending}`).filter(has)]
    }),
  ]
  const rows = readRows(
    catalog,
    'exoplanets',
    [['hostname', host], ...(hasDefaultFlag(manifest) ? ([['default_flag', '1']] as const) : [])],
    columns,
  )
  const first = new Map<string, Row>()
  for (const row of rows) if (!first.has(String(row.pl_name))) first.set(String(row.pl_name), row)
  return [...first.values()]
}

/** `GET /exoplanets/{pl_name}`: the page of a planet. */
export function planetPage({ page, responder }: PageContext) {
  return objectPage('planet', page, responder, (catalog, name) => {
    const rows = readRows(catalog, 'exoplanets', [['pl_name', name]], columnsOf(catalog))
    if (rows.length === 0) return undefined
    return () => {
      const facts = planetFacts(catalog.manifest, rows)
      return <PlanetPage facts={facts} siblings={planetsOf(catalog, facts.host)} populations={populationsOf(catalog)} />
    }
  })
}
