import { labelOf } from '../components/labels.ts'
import { unitText } from '../components/unit.tsx'
import { digits, limitOf } from '../components/value.tsx'
import { massLabel, type PlanetFacts } from '../planets/planet-facts.ts'
import type { SharedPlanet } from './share-picture.ts'

/** Values that a picture shows, in display order. */
const HEADLINES = [/^pl_orbper$/, /^pl_rad[ej]$/, /^pl_bmass[ej]$/, /^pl_eqt$/, /^sy_dist$/] as const

/** The content of a planet's picture: values of the row that its page shows, with the archive's digits. */
export function sharedPlanet({ name, host, row, groups }: PlanetFacts, date: string | null): SharedPlanet {
  const parameters = groups.flatMap((group) => group.parameters)
  const values = HEADLINES.flatMap((pattern) => {
    const found = parameters.find(
      ({ column, isOfOtherRow, shown }) => pattern.test(column.name) && !isOfOtherRow && shown !== undefined,
    )
    if (found === undefined) return []
    const { column, shown } = found
    const value = `${limitOf(row, column.name) ?? ''}${digits(shown!.value)} ${unitText(column.unit)}`.trim()
    return [{ label: column.name.startsWith('pl_bmass') ? massLabel(row).short : labelOf(column), value }]
  })
  const found = typeof row.discoverymethod === 'string' ? `, ${row.discoverymethod.toLowerCase()}` : ''
  const year = typeof row.disc_year === 'number' ? `, ${row.disc_year}` : ''
  const radius = row.pl_rade
  return {
    name,
    subtitle: `Planet of ${host}${found}${year}`,
    values,
    radius: typeof radius === 'number' && limitOf(row, 'pl_rade') === undefined ? radius : undefined,
    source: `NASA Exoplanet Archive${date === null ? '' : `, ${date}`}`,
  }
}
