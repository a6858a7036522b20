import { measured, num, pick, planets, type Recomputation, type ResultRow, sortBy, text } from './rows.ts'

/** Rankings of planets by a published column. */
export const RANKINGS: Readonly<Record<string, Recomputation>> = {
  'nearest-planets': {
    limit: 25,
    rows: (archive) => {
      const rows: ResultRow[] = []
      for (const row of planets(archive)) {
        if (num(row, 'sy_dist') === null) continue
        rows.push({
          ...pick(row, 'pl_name', 'hostname', 'sy_dist'),
          pl_bmasse: measured(row, 'pl_bmasse'),
          ...pick(row, 'pl_bmassprov'),
          pl_orbper: measured(row, 'pl_orbper'),
          pl_eqt: measured(row, 'pl_eqt'),
          ...pick(row, 'discoverymethod', 'disc_year'),
        })
      }
      return sortBy(rows, 'sy_dist', 'pl_name')
    },
  },
  'smallest-exoplanets-radius': {
    limit: 10,
    rows: (archive) =>
      sortBy(
        planets(archive)
          .filter((row) => (measured(row, 'pl_rade') ?? 0) > 0)
          .map((row) => ({
            ...pick(row, 'pl_name', 'hostname', 'pl_rade', 'pl_radeerr1', 'pl_radeerr2'),
            pl_orbper: measured(row, 'pl_orbper'),
            ...pick(row, 'disc_year'),
          })),
        'pl_rade',
        'pl_name',
      ),
  },
  'largest-exoplanets-radius': {
    limit: 10,
    rows: (archive) =>
      sortBy(
        planets(archive)
          .filter((row) => (measured(row, 'pl_rade') ?? 0) > 0)
          .map((row) => ({
            ...pick(row, 'pl_name', 'hostname', 'pl_rade'),
            pl_radj: measured(row, 'pl_radj'),
            ...pick(row, 'pl_radeerr1', 'pl_radeerr2'),
            pl_bmassj: measured(row, 'pl_bmassj'),
            ...pick(row, 'discoverymethod', 'disc_year'),
          })),
        '-pl_rade',
        'pl_name',
      ),
  },
  'hottest-planets': {
    limit: 25,
    rows: (archive) =>
      sortBy(
        planets(archive)
          .filter((row) => measured(row, 'pl_eqt') !== null)
          .filter((row) => text(row, 'discoverymethod') !== 'Imaging' && num(row, 'ima_flag') !== 1)
          .map((row) => ({
            ...pick(row, 'pl_name', 'hostname', 'pl_eqt'),
            pl_orbper: measured(row, 'pl_orbper'),
            pl_rade: measured(row, 'pl_rade'),
            st_teff: measured(row, 'st_teff'),
          })),
        '-pl_eqt',
        'pl_name',
      ),
  },
  'ultra-short-period-planets': {
    limit: 50,
    rows: (archive) => {
      const rows: ResultRow[] = []
      for (const row of planets(archive)) {
        const days = measured(row, 'pl_orbper')
        if (days === null || days <= 0 || days >= 1) continue
        rows.push({
          ...pick(row, 'pl_name', 'hostname', 'pl_orbper'),
          period_hours: Number((days * 24).toFixed(3)),
          pl_rade: measured(row, 'pl_rade'),
          pl_bmasse: measured(row, 'pl_bmasse'),
          ...pick(row, 'pl_bmassprov'),
        })
      }
      return sortBy(rows, 'pl_orbper', 'pl_name')
    },
  },
  'most-eccentric-orbits': {
    limit: 25,
    rows: (archive) => {
      const rows: ResultRow[] = []
      for (const row of planets(archive)) {
        const e = measured(row, 'pl_orbeccen')
        if (e === null || e < 0 || e >= 1) continue
        const a = measured(row, 'pl_orbsmax')
        rows.push({
          ...pick(row, 'pl_name', 'hostname', 'pl_orbeccen', 'pl_orbeccenerr1', 'pl_orbeccenerr2'),
          pl_orbsmax: a,
          periastron_au: a === null ? null : Number((a * (1 - e)).toFixed(6)),
          apastron_au: a === null ? null : Number((a * (1 + e)).toFixed(6)),
        })
      }
      return sortBy(rows, '-pl_orbeccen', 'pl_name')
    },
  },
  'most-distant-exoplanets': {
    limit: 10,
    rows: (archive) =>
      sortBy(
        planets(archive)
          .filter((row) => num(row, 'sy_dist') !== null)
          .map((row) =>
            pick(row, 'pl_name', 'hostname', 'sy_dist', 'sy_disterr1', 'sy_disterr2', 'discoverymethod', 'disc_year'),
          ),
        '-sy_dist',
        'pl_name',
      ),
  },
}
