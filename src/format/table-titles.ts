/** Titles of the archive's tables, by the archive's own names. */
const TITLES: Readonly<Record<string, string>> = {
  ps: 'Planetary Systems: one row per planet and reference; default_flag = 1 marks one row per planet',
  stellarhosts: 'Stellar Hosts: stars and systems with planets',
  pscomppars:
    'Planetary Systems Composite Parameters: one row per planet, values from several references, some calculated',
  toi: 'TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives',
  cumulative: 'Kepler Objects of Interest: koi_disposition distinguishes planets from candidates and false positives',
  k2pandc:
    'K2 Planets and Candidates: one row per object and reference; disposition distinguishes planets from candidates',
  keplernames: 'Names of Kepler planets',
  k2names: 'Names of K2 planets',
  ml: 'Microlensing Planets: one row per planet and solution',
  transitspec: 'Transit Spectroscopy',
  emissionspec: 'Emission Spectroscopy',
  directimaging: 'Direct Imaging',
}

/** The archive's own names of tables that have another name here. */
const ARCHIVE_NAMES: Readonly<Record<string, string>> = { exoplanets: 'ps' }

/** The archive's own name of a table. */
export function archiveName(table: string): string {
  return Object.hasOwn(ARCHIVE_NAMES, table) ? ARCHIVE_NAMES[table]! : table
}

/** Other names of a table in Virtual Observatory queries and in `/rest/tables`. */
export function tableAliases(table: string): readonly string[] {
  const name = archiveName(table)
  return name === table ? [] : [name]
}

/** A short title of a table; its name if no title is known. `hasDefaultFlag` refers to the planets' table. */
export function tableTitle(table: string, hasDefaultFlag = true): string {
  const name = archiveName(table)
  if (name === 'ps' && !hasDefaultFlag) return 'Planetary Systems: confirmed planets'
  return Object.hasOwn(TITLES, name) ? TITLES[name]! : name
}
