import type { Catalog } from '../../core/catalog/catalog.ts'
import type { NamedSystem } from '../../core/ports.ts'

/** All names of one object, in the format of the archive's alias lookup. */
function aliasSet({ name, aliases }: NamedSystem['host']) {
  return { item_count: aliases.length, default_name: name, aliases }
}

/** The object with the first existing name of a URL's readings: a plus sign is read literally first, then as a blank. */
export function lookUp({ systemOf }: Pick<Catalog, 'systemOf'>, names: readonly string[]): NamedSystem | undefined {
  for (const name of names) {
    const found = systemOf(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The alias lookup document for a name; `found` is undefined if no object has this name. */
export function aliasDocument(name: string, found: NamedSystem | undefined): object {
  if (found === undefined)
    return {
      manifest: { requested_name: name, resolved_name: null, system_name: null, lookup_status: 'System Not Found' },
    }
  const { resolved, host, planets } = found
  return {
    manifest: { requested_name: name, resolved_name: resolved, system_name: host.name, lookup_status: 'OK' },
    system: {
      system_info: { alias_set: aliasSet(host) },
      objects: {
        stellar_set: { item_count: 1, stars: { [host.name]: { is_host: true, alias_set: aliasSet(host) } } },
        planet_set: {
          item_count: planets.length,
          planets: Object.fromEntries(planets.map((planet) => [planet.name, { alias_set: aliasSet(planet) }])),
        },
      },
    },
  }
}
