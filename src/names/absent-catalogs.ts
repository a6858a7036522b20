/** Catalogs by the prefix of their numbers, with the place where an archive lists them: columns, or a further table. */
const CATALOGS: readonly (readonly [beginning: RegExp, numbers: string, place: string, vias: RegExp])[] = [
  [/^HD\W*\d/i, 'HD', 'column hd_name', /hd_name$/],
  [/^HIP\W*\d/i, 'HIP', 'column hip_name', /hip_name$/],
  [/^TIC\W*\d/i, 'TIC', 'column tic_id', /tic_id$/],
  [/^Gaia\W*(?:e?DR\d\W*)?\d/i, 'Gaia', 'columns gaia_dr2_id, gaia_dr3_id', /gaia_\w*id$/],
  [/^KIC\W*\d/i, 'KIC', 'table cumulative', /\.kepid$/],
  [/^(?:KOI\W*|K0)\d/i, 'KOI', 'tables cumulative, keplernames', /\.(?:kepoi|koi)_name$/],
  [/^EPIC\W*\d/i, 'EPIC', 'tables k2pandc, k2names', /\.epic_(?:hostname|candname)$/],
  [/^TOI\W*\d/i, 'TOI', 'table toi', /^toi\.toi$/],
]

/** The notice for an unknown number whose catalog the archive lacks; `vias` are the columns that contain names. */
export function absentCatalog(name: string, vias: readonly string[]): string | undefined {
  const [, numbers, place] =
    CATALOGS.find(([beginning, , , column]) => beginning.test(name.trim()) && !vias.some((via) => column.test(via))) ??
    []
  if (numbers === undefined) return undefined
  return `This archive has no list of ${numbers} numbers (${place}): use another name of the star.`
}
