/** What the archive declares of a column, as its `columns.csv` has it. */
export interface DeclaredColumn {
  readonly name: string
  readonly datatype: string
}

/** One planet row or host row before it has cells: what its cells depend on. */
export interface RowIdentity {
  readonly hostname: string
  /** Absent in a table of hosts. */
  readonly planet?: string
  readonly letter?: string
  readonly isDefault: boolean
  /** Numbers the host: cells of its system are the same in all its rows. */
  readonly host: number
  readonly row: number
}

/** Writes one cell; `row` holds the cells written so far, by column name. An empty text is a null. */
export type CellMaker = (identity: RowIdentity, row: ReadonlyMap<string, string>) => string

const METHODS = ['Transit', 'Radial Velocity', 'Imaging', 'Microlensing', 'Transit Timing Variations', 'Astrometry']
const REFERENCES = 1500
/** Cells of a column with this share of nulls on average; measured on the archive's own full tables. */
const NULL_SHARE = 0.41

/** A number in [0, 1) that depends on its arguments only: the same cell comes out wherever it is asked for. */
export function noise(...keys: readonly number[]): number {
  let state = 0x9e3779b9
  for (const key of keys) {
    state = Math.imul(state ^ key, 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state, 0xc2b2ae35)
    state ^= state >>> 16
  }
  return (state >>> 0) / 0x1_0000_0000
}

function reference(number: number): string {
  const author = `Author ${String.fromCharCode(65 + (number % 26))}${number}`
  const year = 1995 + (number % 30)
  const isRaw = number % 7 === 0 // some entries in the archive hold a raw ampersand
  // One reference in fifty is a catalog with a comma in its name, in both tables: its cell has to be quoted.
  if (number % 50 === 3)
    return `<a refstr=STAR_CATALOG__VOL__${number} href=https://ui.adsabs.harvard.edu/abs/${year}SC..${number}/abstract target=ref> Star Catalog, Vol. ${number} </a>`
  return `<a refstr=AUTHOR_${number}_ET_AL__${year} href=https://ui.adsabs.harvard.edu/abs/${year}A${isRaw ? '&' : '%26'}A...${number}/abstract target=ref>${author} et al. ${year}</a>`
}

function date(value: number, withDay: boolean): string {
  const month = 1 + Math.floor(value * 371) // months since 1995
  const day = withDay ? `-${String(1 + (Math.floor(value * 99_991) % 28)).padStart(2, '0')}` : ''
  return `${1995 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}${day}`
}

/** The archive's printed form of a value with its uncertainties: the long HTML one where they differ. */
function printed(value: string, above: string, below: string): string {
  if (value === '') return ''
  if (above === '' || below === '') return value
  if (above === below.slice(1)) return `${value}&plusmn;${above}`
  return `<div><span class="supersubNumber">${value}</span> <span class="superscript">+${above}</span><span class="subscript">${below}</span> </div>`
}

/** The maker of one column's cells, by what its name and type say it is. `number` tells the columns apart. */
export function cellMaker(column: DeclaredColumn, number: number): CellMaker {
  const { name, datatype } = column
  const isSystem = name.startsWith('sy_') || !/^(?:pl|st)_/.test(name)
  const at = (identity: RowIdentity, salt = 0) => noise(number, salt, isSystem ? -1 - identity.host : identity.row)
  const nullShare = Math.min(0.98, Math.max(0, NULL_SHARE * 2 * noise(number, 7)))
  const isNull = (identity: RowIdentity) => at(identity, 1) < nullShare
  const base = name.replace(/(?:err1|err2|lim|str)$/, '')
  const magnitude = 10 ** Math.floor(noise(number, 2) * 5 - 1)
  const digits = 2 + Math.floor(noise(number, 3) * 6)

  if (name === 'pl_name') return (identity) => identity.planet ?? ''
  if (name === 'pl_letter') return (identity) => identity.letter ?? ''
  if (name === 'hostname' || name === 'sy_name') return (identity) => identity.hostname
  if (name === 'default_flag') return (identity) => (identity.isDefault ? '1' : '0')
  if (name === 'discoverymethod') return (identity) => METHODS[Math.floor(at(identity) ** 3 * METHODS.length)]!
  if (name === 'disc_year') return (identity) => String(1995 + Math.floor(at(identity) * 31))
  if (name.endsWith('refname')) return (identity) => reference(Math.floor(at(identity) ** 2 * REFERENCES))
  if (/date$|^rowupdate$/.test(name)) return (identity) => date(at(identity), !name.endsWith('pubdate'))
  if (name.endsWith('str') && base !== name)
    return (_identity, row) => printed(row.get(base) ?? '', row.get(`${base}err1`) ?? '', row.get(`${base}err2`) ?? '')
  if (/err[12]$/.test(name) && base !== name)
    return (identity, row) => {
      const value = Number(row.get(base) || Number.NaN)
      const isSymmetric = noise(identity.row, identity.host) < 0.75
      const size = value * (0.01 + 0.1 * noise(number - (isSymmetric && name.endsWith('2') ? 1 : 0), identity.row))
      if (!Number.isFinite(size) || noise(identity.row, 11) < 0.2) return ''
      return `${name.endsWith('1') ? '' : '-'}${Math.abs(size).toPrecision(3)}`
    }
  if (name.endsWith('lim'))
    return (identity, row) => {
      if ((row.get(base) ?? '') === '') return ''
      const value = at(identity)
      return value < 0.96 ? '0' : value < 0.98 ? '1' : '-1'
    }
  if (name.endsWith('_flag')) return (identity) => (at(identity) < 0.9 ? '0' : '1')
  if (datatype === 'char')
    return (identity) => (isNull(identity) ? '' : `${name.slice(0, 6)} ${Math.floor(at(identity) * 5000)}`)
  if (datatype === 'int') return (identity) => (isNull(identity) ? '' : String(Math.floor(at(identity) ** 4 * 300)))
  return (identity) => (isNull(identity) ? '' : String(Number((at(identity) * magnitude).toFixed(digits))))
}
