import type { PlainArchive } from '../../../../fixtures/archives/plain-archive.ts'
import {
  measured,
  num,
  pick,
  planets,
  type Recomputation,
  type ResultRow,
  round,
  sortBy,
  text,
  without,
} from './rows.ts'

/** Constants by hand, so that a slip in the build's shows: 695 700 km / 6378.1 km, / 149 597 870.7 km, GM/G over the Earth's volume. */
const EARTH_RADII_PER_SOLAR_RADIUS = 109.0764
const AU_PER_SOLAR_RADIUS = 0.004650467
const EARTH_DENSITY = 5.495022

function dense(
  archive: PlainArchive,
  isWanted: (radius: number, mass: number, error1: number | null, error2: number | null) => boolean,
) {
  return planets(archive).flatMap((row) => {
    const radius = measured(row, 'pl_rade')
    const mass = measured(row, 'pl_bmasse')
    if (radius === null || mass === null || radius <= 0 || mass <= 0) return []
    if (text(row, 'pl_bmassprov') !== 'Mass') return []
    if (!isWanted(radius, mass, num(row, 'pl_bmasseerr1'), num(row, 'pl_bmasseerr2'))) return []
    const density = measured(row, 'pl_dens') ?? (EARTH_DENSITY * mass) / (radius * radius * radius)
    return [{ row, density: round(density, 6) }]
  })
}

function ratios(archive: PlainArchive) {
  return planets(archive).flatMap((row) => {
    const planet = measured(row, 'pl_rade')
    const star = measured(row, 'st_rad')
    if (planet === null || star === null || planet <= 0 || star <= 0) return []
    return [{ row, ratio: planet / (star * EARTH_RADII_PER_SOLAR_RADIUS) }]
  })
}

/** Rankings of planets by a quantity that is computed from several columns. */
export const COMPUTED: Readonly<Record<string, Recomputation>> = {
  'habitable-zone-candidates': {
    limit: 50,
    rows: (archive) => {
      const rows: ResultRow[] = []
      for (const row of planets(archive)) {
        const hasRadius = num(row, 'pl_rade') !== null
        const size = hasRadius ? measured(row, 'pl_rade') : measured(row, 'pl_bmasse')
        if (size === null || size > (hasRadius ? 1.8 : 5)) continue
        const luminosity = measured(row, 'st_lum')
        const axis = measured(row, 'pl_orbsmax')
        const flux = luminosity === null || axis === null || axis <= 0 ? null : 10 ** luminosity / axis ** 2
        const published = measured(row, 'pl_insol') ?? flux
        if (published === null) continue
        const insolation = round(published, 6)
        if (insolation < 0.25 || insolation > 1.75) continue
        rows.push({
          ...pick(row, 'pl_name', 'hostname', 'pl_rade'),
          pl_bmasse: measured(row, 'pl_bmasse'),
          ...pick(row, 'pl_bmassprov'),
          pl_insol: measured(row, 'pl_insol'),
          pl_eqt: measured(row, 'pl_eqt'),
          st_teff: measured(row, 'st_teff'),
          ...pick(row, 'sy_dist'),
          insolation,
          difference: Math.abs(insolation - 1),
        })
      }
      return without(sortBy(rows, 'difference', 'pl_name'), 'difference')
    },
  },
  'transmission-spectroscopy-targets': {
    limit: 50,
    rows: (archive) => {
      const rows: ResultRow[] = []
      for (const row of planets(archive)) {
        const radius = measured(row, 'pl_rade')
        const mass = measured(row, 'pl_bmasse')
        const star = measured(row, 'st_rad')
        const magnitude = num(row, 'sy_jmag')
        if (num(row, 'tran_flag') !== 1 || text(row, 'pl_bmassprov') !== 'Mass' || magnitude === null) continue
        if (radius === null || radius <= 0 || radius >= 10 || mass === null || mass <= 0) continue
        if (star === null || star <= 0) continue
        const starTemperature = measured(row, 'st_teff')
        const axis = measured(row, 'pl_orbsmax')
        const ownTemperature =
          starTemperature === null || starTemperature <= 0 || axis === null || axis <= 0
            ? null
            : starTemperature * Math.sqrt((star * AU_PER_SOLAR_RADIUS) / (2 * axis))
        const temperature = ownTemperature ?? measured(row, 'pl_eqt')
        if (temperature === null) continue
        let factor = 1.15
        if (radius < 4) factor = 1.28
        if (radius < 2.75) factor = 1.26
        if (radius < 1.5) factor = 0.19
        const tsm = ((factor * radius ** 3 * temperature) / (mass * star ** 2)) * 10 ** (-magnitude / 5)
        rows.push({
          ...pick(row, 'pl_name', 'hostname'),
          tsm: round(tsm, 1),
          ...pick(row, 'pl_rade', 'pl_bmasse'),
          teq: round(temperature, 0),
          ...pick(row, 'sy_jmag'),
        })
      }
      return sortBy(rows, '-tsm', 'pl_name')
    },
  },
  'densest-small-planets': {
    limit: 25,
    rows: (archive) => {
      const candidates = dense(
        archive,
        (radius, mass, error1, error2) =>
          radius < 2.5 && error1 !== null && Math.max(Math.abs(error1), Math.abs(error2 ?? 0)) < 0.3 * mass,
      )
      const rows = candidates.map(({ row, density }) => ({
        ...pick(row, 'pl_name', 'hostname', 'pl_rade', 'pl_bmasse'),
        density_g_cm3: density,
        ...pick(row, 'pl_bmasseerr1', 'pl_bmasseerr2'),
      }))
      return sortBy(rows, '-density_g_cm3', 'pl_name')
    },
  },
  'super-puffs': {
    limit: 25,
    rows: (archive) => {
      const rows = dense(archive, (_radius, _mass, error1) => error1 !== null).map(({ row, density }) => ({
        ...pick(row, 'pl_name', 'hostname', 'pl_rade', 'pl_bmasse'),
        density_g_cm3: density,
      }))
      return sortBy(rows, 'density_g_cm3', 'pl_name')
    },
  },
  'largest-planet-to-host-ratios': {
    limit: 25,
    rows: (archive) => {
      const rows = ratios(archive).map(({ row, ratio }) => ({
        ...pick(row, 'pl_name', 'hostname'),
        radius_ratio: round(ratio, 6),
        pl_ratror: measured(row, 'pl_ratror'),
        ...pick(row, 'pl_rade', 'st_rad'),
      }))
      return sortBy(rows, '-radius_ratio', 'pl_name')
    },
  },
  'most-equal-star-planet-pairs': {
    limit: 10,
    rows: (archive) => {
      const rows = ratios(archive).map(({ row, ratio }) => ({
        ...pick(row, 'pl_name', 'hostname'),
        radius_ratio: round(ratio, 6),
        delta: round(Math.abs(ratio - 1), 6),
        ...pick(row, 'pl_rade', 'st_rad'),
      }))
      return sortBy(rows, 'delta', 'pl_name')
    },
  },
  'retrograde-and-polar-orbits': {
    limit: 50,
    rows: (archive) => {
      const disputed = new Set(
        archive.exoplanets.filter((row) => row.pl_controv_flag === 1).map((row) => text(row, 'pl_name')),
      )
      const best = new Map<string, ResultRow>()
      for (const row of archive.exoplanets) {
        const name = text(row, 'pl_name')
        const angle = measured(row, 'pl_projobliq')
        if (name === null || angle === null || disputed.has(name)) continue
        // The angle between two directions, however often it went round.
        const turned = Math.abs(angle) % 360
        const candidate: ResultRow = {
          ...pick(row, 'pl_name', 'hostname', 'pl_projobliq', 'pl_projobliqerr1', 'pl_projobliqerr2'),
          pl_trueobliq: measured(row, 'pl_trueobliq'),
          pl_orbper: measured(row, 'pl_orbper'),
          st_teff: measured(row, 'st_teff'),
          default_flag: archive.hasDefaultFlag ? (num(row, 'default_flag') ?? 0) : 1,
          misalignment: turned > 180 ? 360 - turned : turned,
          ...pick(row, 'rowupdate', 'pl_refname'),
        }
        const other = best.get(name)
        if (other === undefined || isPreferred(candidate, other)) best.set(name, candidate)
      }
      const tilted = [...best.values()].filter(({ misalignment }) => Number(misalignment) > 60)
      return without(sortBy(tilted, '-misalignment', 'pl_name'), 'misalignment', 'rowupdate', 'pl_refname')
    },
  },
}

/** The default row before others, then the later update, then the earlier reference by name; the first in the table on a tie. */
function isPreferred(candidate: ResultRow, other: ResultRow): boolean {
  if (candidate.default_flag !== other.default_flag) return Number(candidate.default_flag) > Number(other.default_flag)
  const updated = [String(candidate.rowupdate ?? ''), String(other.rowupdate ?? '')] as const
  if (updated[0] !== updated[1]) return updated[0] > updated[1]
  return String(candidate.pl_refname ?? '\uffff') < String(other.pl_refname ?? '\uffff')
}
