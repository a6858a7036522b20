import {
  measured,
  namedRows,
  num,
  pick,
  planets,
  type Recomputation,
  round,
  sortBy,
  text,
  undisputedReferences,
  without,
} from './rows.ts'

/** Lists of planets, and what the references of a planet say together. */
export const LISTS: Readonly<Record<string, Recomputation>> = {
  'circumbinary-planets': {
    limit: 100,
    rows: (archive) =>
      sortBy(
        planets(archive)
          .filter((row) => num(row, 'cb_flag') === 1)
          .map((row) => ({
            ...pick(row, 'pl_name', 'hostname'),
            pl_orbper: measured(row, 'pl_orbper'),
            pl_orbsmax: measured(row, 'pl_orbsmax'),
            pl_rade: measured(row, 'pl_rade'),
            pl_bmassj: measured(row, 'pl_bmassj'),
            ...pick(row, 'pl_bmassprov', 'discoverymethod', 'disc_year'),
          })),
        'disc_year',
        'pl_name',
      ),
  },
  'directly-imaged-planets': {
    limit: 100,
    rows: (archive) =>
      sortBy(
        planets(archive)
          .filter((row) => num(row, 'ima_flag') === 1)
          .map((row) => {
            const axis = measured(row, 'pl_orbsmax')
            const distance = num(row, 'sy_dist')
            return {
              ...pick(row, 'pl_name', 'hostname'),
              pl_orbsmax: axis,
              pl_bmassj: measured(row, 'pl_bmassj'),
              ...pick(row, 'pl_bmassprov', 'sy_dist'),
              // One au at one parsec is one arcsecond: that is what a parsec is.
              projected_separation_arcsec: axis === null || !distance ? null : round(axis / distance, 3),
              ...pick(row, 'disc_facility', 'disc_year'),
            }
          }),
        '-projected_separation_arcsec',
        'pl_name',
      ),
  },
  'controversial-planets': {
    limit: 100,
    rows: (archive) =>
      sortBy(
        namedRows(archive.exoplanets, 'pl_name')
          .filter((row) => !archive.hasDefaultFlag || row.default_flag === 1)
          .filter((row) => row.pl_controv_flag === 1)
          .map((row) => ({
            ...pick(row, 'pl_name', 'hostname', 'discoverymethod', 'disc_year', 'disc_facility'),
            pl_orbper: measured(row, 'pl_orbper'),
            pl_bmassj: measured(row, 'pl_bmassj'),
            ...pick(row, 'pl_bmassprov'),
          })),
        '-disc_year',
        'pl_name',
      ),
  },
  'recently-added-planets': {
    limit: 50,
    rows: (archive) => {
      const first = new Map<string | null, string>()
      for (const row of archive.exoplanets) {
        const date = text(row, 'releasedate')
        const name = text(row, 'pl_name')
        const known = first.get(name)
        if (date !== null && (known === undefined || date < known)) first.set(name, date)
      }
      const rows = undisputedReferences(archive)
        .filter((row) => !archive.hasDefaultFlag || row.default_flag === 1)
        .filter((row) => first.has(text(row, 'pl_name')))
        .map((row) => ({
          ...pick(row, 'pl_name', 'hostname'),
          first_release: first.get(text(row, 'pl_name')) ?? null,
          ...pick(row, 'discoverymethod', 'disc_facility', 'disc_year'),
          // Text sorts ascending here: the newest date has the most negative day count.
          age: -Date.parse(first.get(text(row, 'pl_name')) ?? ''),
        }))
      return without(sortBy(rows, 'age', 'pl_name'), 'age')
    },
  },
  'most-disputed-masses': {
    limit: 25,
    rows: (archive) => {
      const published = new Map<string | null, Map<string, number>>()
      for (const row of undisputedReferences(archive)) {
        const mass = measured(row, 'pl_bmasse')
        if (mass === null || mass <= 0 || text(row, 'pl_bmassprov') !== 'Mass') continue
        const values = published.get(text(row, 'pl_name')) ?? new Map<string, number>()
        values.set(JSON.stringify([text(row, 'pl_refname'), mass]), mass)
        published.set(text(row, 'pl_name'), values)
      }
      const rows = [...published].flatMap(([pl_name, values]) => {
        if (values.size < 3) return []
        const [min_mass, max_mass] = [Math.min(...values.values()), Math.max(...values.values())]
        return [
          { pl_name, published_values: values.size, min_mass, max_mass, max_over_min: round(max_mass / min_mass, 2) },
        ]
      })
      return sortBy(rows, '-max_over_min', 'pl_name')
    },
  },
}
