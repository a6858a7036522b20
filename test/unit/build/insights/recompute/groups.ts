import type { PlainArchive, PlainRow } from '../../../../fixtures/archives/plain-archive.ts'
import {
  compareNumber,
  compareText,
  countPlanets,
  groupBy,
  known,
  largest,
  measured,
  namedRows,
  num,
  pick,
  planets,
  type Recomputation,
  type ResultRow,
  round,
  smallest,
  sortBy,
  text,
  without,
} from './rows.ts'

const METHODS = {
  transit: 'Transit',
  radial_velocity: 'Radial Velocity',
  microlensing: 'Microlensing',
  imaging: 'Imaging',
}

function firstByName(rows: readonly PlainRow[], column: string): string | null {
  return rows.map((row) => text(row, column)).sort(compareText)[0] ?? null
}

function systems(archive: PlainArchive, isWanted: (row: PlainRow) => boolean, columns: readonly string[]): ResultRow[] {
  const rows = archive.stellarhosts.filter((row) => (text(row, 'sy_name') ?? '') !== '').filter(isWanted)
  return [...groupBy(rows, (row) => text(row, 'sy_name'))].map(([sy_name, group]) => {
    const system: ResultRow = {
      sy_name,
      hostname: firstByName(group, 'hostname'),
      planets: largest(group.map((row) => num(row, 'sy_pnum'))),
      stars: largest(group.map((row) => num(row, 'sy_snum'))),
      sy_dist: smallest(group.map((row) => num(row, 'sy_dist'))),
    }
    return pick(system, ...columns)
  })
}

/** Populations, systems and hosts: what groups of rows say together. */
export const GROUPS: Readonly<Record<string, Recomputation>> = {
  'radius-valley': {
    limit: 30,
    rows: (archive) => {
      const bins = new Map<number, PlainRow[]>()
      for (const row of planets(archive)) {
        const radius = measured(row, 'pl_rade')
        const period = measured(row, 'pl_orbper')
        if (num(row, 'tran_flag') !== 1 || period === null || period <= 0 || period >= 100) continue
        if (radius === null || radius <= 0 || radius > 6) continue
        // Decimal edges compared as they are written, not by dividing.
        const edges = Array.from({ length: 30 }, (_, index) => Number((index / 5).toFixed(1)))
        const bin = edges.findLastIndex((edge) => radius >= edge)
        bins.set(bin, [...(bins.get(bin) ?? []), row])
      }
      return [...bins]
        .sort(([a], [b]) => a - b)
        .map(([bin, rows]) => ({
          rade_bin_lo: Number((bin * 0.2).toFixed(1)),
          rade_bin_hi: Number((bin * 0.2 + 0.2).toFixed(1)),
          planets: countPlanets(archive, rows),
        }))
    },
  },
  'discoveries-by-year-and-method': {
    limit: 100,
    rows: (archive) => {
      const dated = planets(archive).filter((row) => num(row, 'disc_year') !== null)
      const years = [...new Set(dated.map((row) => Number(row.disc_year)))].sort((a, b) => a - b)
      let cumulative = 0
      return years.map((disc_year) => {
        const announced = dated.filter((row) => row.disc_year === disc_year)
        const by = (isWanted: (method: string | null) => boolean) =>
          countPlanets(
            archive,
            announced.filter((row) => isWanted(text(row, 'discoverymethod'))),
          )
        const counts = Object.entries(METHODS).map(([name, method]) => [name, by((other) => other === method)] as const)
        const all = countPlanets(archive, announced)
        cumulative += all
        return {
          disc_year,
          planets: all,
          ...Object.fromEntries(counts),
          other: by((method) => !Object.values(METHODS).some((named) => named === method)),
          cumulative,
        }
      })
    },
  },
  'discovery-methods': {
    limit: 50,
    rows: (archive) => {
      const all = planets(archive)
      const groups = [...groupBy(all, (row) => text(row, 'discoverymethod'))]
      const total = groups.reduce((sum, [, group]) => sum + countPlanets(archive, group), 0)
      const rows = groups.map(([discoverymethod, group]) => ({
        discoverymethod,
        planets: countPlanets(archive, group),
        percent: round((100 * countPlanets(archive, group)) / total, 2),
        first_year: smallest(group.map((row) => num(row, 'disc_year'))),
        latest_year: largest(group.map((row) => num(row, 'disc_year'))),
      }))
      return sortBy(rows, '-planets', 'discoverymethod')
    },
  },
  'near-resonant-pairs': {
    limit: 100,
    rows: (archive) => {
      const periodic = namedRows(planets(archive), 'hostname').filter((row) => (measured(row, 'pl_orbper') ?? 0) > 0)
      const pairs: ResultRow[] = []
      for (const [hostname, group] of groupBy(periodic, (row) => text(row, 'hostname'))) {
        const ordered = [...group].sort(
          (a, b) =>
            compareNumber(num(a, 'pl_orbper'), num(b, 'pl_orbper')) ||
            compareText(text(a, 'pl_name'), text(b, 'pl_name')),
        )
        for (const [index, outer] of ordered.entries()) {
          const inner = ordered[index - 1]
          if (inner === undefined || inner.pl_name === outer.pl_name) continue
          const ratio = Number(outer.pl_orbper) / Number(inner.pl_orbper)
          const resonance = [
            { name: '3:2', offset: Math.abs(ratio / 1.5 - 1) },
            { name: '2:1', offset: Math.abs(ratio / 2 - 1) },
          ].find(({ offset }) => offset < 0.02)
          if (resonance === undefined) continue
          pairs.push({
            hostname,
            inner_planet: text(inner, 'pl_name'),
            outer_planet: text(outer, 'pl_name'),
            period_ratio: round(ratio, 4),
            resonance: resonance.name,
            offset_percent: round(resonance.offset * 100, 3),
            position: periodic.indexOf(outer),
          })
        }
      }
      return without(sortBy(pairs, 'offset_percent', 'hostname', 'outer_planet', 'position'), 'position')
    },
  },
  'brightest-transit-hosts': {
    limit: 25,
    rows: (archive) => {
      const named = namedRows(planets(archive), 'hostname')
      const seen = named.filter((row) => num(row, 'tran_flag') === 1 && num(row, 'sy_vmag') !== null)
      const rows = [...groupBy(seen, (row) => text(row, 'hostname'))].map(([hostname, group]) => {
        const names = [...new Set(group.map((row) => text(row, 'pl_name')))].sort(compareText)
        return {
          hostname,
          sy_vmag: smallest(group.map((row) => num(row, 'sy_vmag'))),
          transiting_planets: names.length,
          sy_dist: smallest(group.map((row) => num(row, 'sy_dist'))),
          planets: names.join(', '),
        }
      })
      return sortBy(rows, 'sy_vmag', 'hostname')
    },
  },
  'systems-with-most-planets': {
    limit: 25,
    rows: (archive) => {
      const rows = systems(archive, (row) => num(row, 'sy_pnum') !== null, [
        'sy_name',
        'hostname',
        'planets',
        'stars',
        'sy_dist',
      ])
      return sortBy(rows, '-planets', 'sy_name')
    },
  },
  'nearest-multi-planet-systems': {
    limit: 25,
    rows: (archive) => {
      const isWanted = (row: PlainRow) => num(row, 'sy_dist') !== null && (num(row, 'sy_pnum') ?? 0) >= 2
      return sortBy(
        systems(archive, isWanted, ['sy_name', 'hostname', 'sy_dist', 'planets', 'stars']),
        'sy_dist',
        'sy_name',
      )
    },
  },
  'binary-star-systems': {
    limit: 25,
    rows: (archive) => {
      const isWanted = (row: PlainRow) => (num(row, 'sy_snum') ?? 0) >= 2 && (num(row, 'sy_pnum') ?? 0) >= 1
      const rows = systems(archive, isWanted, ['sy_name', 'hostname', 'stars', 'planets', 'sy_dist'])
      return sortBy(rows, '-stars', '-planets', 'sy_dist', 'sy_name')
    },
  },
  'hottest-stellar-hosts': {
    limit: 25,
    rows: (archive) => {
      const hosts = namedRows(archive.stellarhosts, 'hostname')
      const rows = [...groupBy(hosts, (row) => text(row, 'hostname'))].flatMap(([hostname, group]) => {
        const values = known(group.map((row) => measured(row, 'st_teff'))).sort((a, b) => a - b)
        if (values.length === 0) return []
        const middle = (values.length - 1) / 2
        const median = (values[Math.floor(middle)]! + values[Math.ceil(middle)]!) / 2
        return [{ hostname, median_st_teff: median, measurements: values.length }]
      })
      return sortBy(rows, '-median_st_teff', 'hostname')
    },
  },
  'nearest-stellar-hosts': {
    limit: 10,
    rows: (archive) => {
      const placed = namedRows(archive.stellarhosts, 'hostname').filter((row) => (num(row, 'sy_dist') ?? 0) > 0)
      const rows = [...groupBy(placed, (row) => text(row, 'hostname'))].map(([hostname, group]) => ({
        hostname,
        sy_dist: smallest(group.map((row) => num(row, 'sy_dist'))),
        planets: largest(group.map((row) => num(row, 'sy_pnum'))),
        stars: largest(group.map((row) => num(row, 'sy_snum'))),
      }))
      return sortBy(rows, 'sy_dist', 'hostname')
    },
  },
}
