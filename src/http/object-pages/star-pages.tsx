/** @jsxImportSource preact */
import type { Catalog } from '../../core/catalog/catalog.ts'
import { eachTable } from '../../format/table.ts'
import { hostFacts, starColumns } from '../../pages/stars/star-facts.ts'
import { StarPage, starJson } from '../../pages/stars/star-page.tsx'
import { readRows } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { perCatalog } from '../response/text-answer.ts'
import { type MakeObjectPage, objectPage } from './object-page.ts'
import { planetsOf } from './planet-pages.tsx'

const columnsOf = perCatalog(({ manifest }) => eachTable((table) => starColumns(manifest.tables[table].columns)))

/** Tables searched for a host, in this order. */
const TABLES = ['stellarhosts', 'exoplanets'] as const

/**
 * `GET /stellarhosts/{hostname}`: the page of a host; if only planet rows name the host, the page is built from these
 * rows.
 */
export function starPage({ page, responder }: PageContext) {
  const make: MakeObjectPage = (catalog, name) => {
    for (const table of TABLES) {
      const rows = readRows(catalog, table, [['hostname', name]], columnsOf(catalog)[table])
      if (rows.length > 0)
        return () => (
          <StarPage facts={hostFacts(catalog.manifest, table, name, rows)} planets={planetsOf(catalog, name)} />
        )
    }
    return undefined
  }
  const jsonOf = (catalog: Catalog, name: string): string => {
    const table = TABLES.find((other) => readRows(catalog, other, [['hostname', name]], ['hostname']).length > 0)
    return starJson({ name, table: table ?? 'stellarhosts' })
  }
  return objectPage('host', page, responder, make, jsonOf)
}
