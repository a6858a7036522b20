/** @jsxImportSource preact */

import type { Catalog } from '../../core/catalog/catalog.ts'
import { valueColumns } from '../../format/column.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import type { Row } from '../../objects/values.ts'
import { planetColumns } from '../../pages/planets/planet-columns.ts'
import { planetFacts } from '../../pages/planets/planet-facts.ts'
import { PlanetPage } from '../../pages/planets/planet-page.tsx'
import { siblingColumns } from '../../pages/planets/siblings.tsx'
import { readRows } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { perCatalog } from '../response/text-answer.ts'
import { objectPage } from './object-page.ts'
import { populationsOf } from './populations.ts'

/** The columns that a planet page reads, computed once per snapshot. */
export const planetColumnsOf = perCatalog(({ manifest }) => planetColumns(manifest.tables.exoplanets.columns))

/** The columns of a list of planets, with the columns that belong to their values. */
const listColumnsOf = perCatalog(({ manifest }) => {
  const { columns } = manifest.tables.exoplanets
  const names = new Set(columns.map(({ name }) => name))
  const shown = siblingColumns(columns).flatMap(({ name }) => valueColumns(name).filter((column) => names.has(column)))
  return ['pl_name', ...shown]
})

/** One row per planet of a host, by name: the default row, or else the first. */
export function planetsOf(catalog: Catalog, host: string): readonly Row[] {
  const chosen = hasDefaultFlag(catalog.manifest) ? ([['default_flag', '1']] as const) : []
  const rows = readRows(catalog, 'exoplanets', [['hostname', host], ...chosen], listColumnsOf(catalog))
  const first = new Map<string, Row>()
  for (const row of rows) if (!first.has(String(row.pl_name))) first.set(String(row.pl_name), row)
  return [...first.values()]
}

/** All rows of a planet with the columns of its page; empty if no planet has exactly this name. */
export function planetRows(catalog: Catalog, name: string): readonly Row[] {
  return readRows(catalog, 'exoplanets', [['pl_name', name]], planetColumnsOf(catalog).read)
}

/** `GET /exoplanets/{pl_name}`: the page of a planet. */
export function planetPage({ page, responder }: PageContext) {
  return objectPage('planet', page, responder, (catalog, name) => {
    const rows = planetRows(catalog, name)
    if (rows.length === 0) return undefined
    return () => {
      const facts = planetFacts(catalog.manifest, planetColumnsOf(catalog), rows)
      return <PlanetPage facts={facts} siblings={planetsOf(catalog, facts.host)} populations={populationsOf(catalog)} />
    }
  })
}
