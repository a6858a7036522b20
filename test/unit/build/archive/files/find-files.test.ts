import { describe, expect, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { archiveFolders, findColumns, findTables } from '../../../../../build/archive/files/find-files.ts'
import { readArchive } from '../../../../../build/archive/read-archive.ts'
import { archiveError, folderWith, quietEffects } from '../../../../fixtures/archives/archive-folder.ts'

const PLANETS = 'pl_name,hostname,rowupdate\na b,a,2014-05-14\na c,a,2016-05\na d,a,2015-02-30\n'
const HOSTS = 'hostname\na\n'

test.each([
  ['exoplanets.csv', 'stellarhosts.csv'],
  ['ps.csv.gz', 'stellarhosts.tab'],
  ['pscomppars.tsv', 'stellarhosts.tsv.gz'],
  ['PS_2021.01.26.csv', 'STELLARHOSTS_2025.11.27_01.02.03.csv'],
  ['PSCompPars_2025.11.27_01.02.03.votable', 'stellarhosts.xml'],
  ['PS.VOT', 'StellarHosts.CSV.GZ'],
])('%s and %s are taken for the two tables', async (planets, hosts) => {
  const folder = await folderWith({
    [planets]: '',
    [hosts]: '',
    'notes.txt': '',
    'ps.csv.tmp': '',
    ps: '',
    'kepler.csv': '',
  })
  const { exoplanets, stellarhosts } = await findTables(await archiveFolders(folder))
  expect([exoplanets.name, stellarhosts.name]).toEqual([planets, hosts])
})

test('two files for one table are an error that names both', async () => {
  const folder = await folderWith({ 'ps.csv': PLANETS, 'exoplanets.csv.gz': PLANETS, 'stellarhosts.csv': HOSTS })
  const { message, place } = await archiveError(() => readArchive(folder, quietEffects))
  expect(message).toBe('exoplanets.csv.gz and ps.csv could each be the table exoplanets: keep one of them.')
  expect(place).toEqual({ file: 'exoplanets.csv.gz' })
})

test('two column catalogs are an error that names both', async () => {
  const folder = await folderWith({ 'columns.csv': '', 'columns.vot': '' })
  expect((await archiveError(() => findColumns(folder))).message).toBe(
    'columns.csv and columns.vot could each be the column catalog: keep one of them.',
  )
})

test('a missing table is an error that says what was looked for', async () => {
  const folder = join(await folderWith({ 'here/ps.csv': PLANETS }), 'here')
  expect((await archiveError(() => readArchive(folder, quietEffects))).message).toBe(
    `There is no file for the table stellarhosts in ${folder}: looked for stellarhosts (or a web download such as STELLARHOSTS_2021.01.26) with one of .csv .tab .tsv .vot .votable .xml, each also with .gz.`,
  )
})

test('a root folder without tables is called as it is', async () => {
  expect((await archiveError(() => findTables(['/']))).message).toStartWith(
    'There is no file for the table exoplanets in /: looked for ',
  )
})

test('a folder that is not there is an error that gives its whole path', async () => {
  const folder = join(await folderWith({}), 'nowhere')
  const error = await archiveError(() => readArchive(folder, quietEffects))
  expect(error.message).toBe(`The archive folder ${folder} cannot be read (ENOENT).`)
})

test('no folder at all is an error', async () => {
  expect((await archiveError(() => readArchive('', quietEffects))).message).toBe(
    'No archive folder is given: name one with --archive or ARCHIVE_DIR.',
  )
})

test('a file that cannot be read is an error', async () => {
  const folder = await folderWith({ 'stellarhosts.csv': HOSTS })
  await symlink(folder, join(folder, 'ps.csv'))
  expect((await archiveError(() => readArchive(folder, quietEffects))).message).toBe('ps.csv cannot be read (EISDIR).')
})

describe('several folders', () => {
  const FILES = {
    'one/ps.csv': PLANETS,
    'one/columns.csv': 'table_name,column_name,datatype\nps,pl_name,char\n',
    'two/exoplanets.csv': PLANETS,
    'two/stellarhosts.csv': HOSTS,
    'a:b/ps.csv': PLANETS,
    'a:b/stellarhosts.csv': HOSTS,
    'columns.csv': 'table_name,column_name,datatype\nstellarhosts,hostname,char\n',
  }

  test('each table comes from the first folder that has it, each catalog from beside its table', async () => {
    const folder = await folderWith(FILES)
    const archive = await readArchive(['one', 'two'].map((name) => join(folder, name)).join(delimiter), quietEffects)
    expect(archive.inputs.map(({ name }) => name)).toEqual(['ps.csv', 'stellarhosts.csv', 'columns.csv', 'columns.csv'])
    expect(archive.tables.exoplanets.columns[0]!.sourceDatatype).toBe('char')
    expect(archive.tables.exoplanets.columns[1]!.sourceDatatype).toBeUndefined()
    expect(archive.tables.stellarhosts.columns[0]!.sourceDatatype).toBe('char')
  })

  test('a folder whose name holds the separator is one folder', async () => {
    const folder = await folderWith(FILES)
    expect(await archiveFolders(join(folder, `a${delimiter}b`))).toEqual([join(folder, `a${delimiter}b`)])
  })
})

describe('date, source and inputs', () => {
  test('each table has the date of its own folder, header or rows', async () => {
    const folder = await folderWith({
      'one/ps.csv': PLANETS,
      'two/STELLARHOSTS_2025.05.01.csv': `# This file was produced by the Test Archive\n# Thu May  1 01:54:17 2025\n${HOSTS}`,
      'three/stellarhosts.csv': 'hostname,rowupdate\na,2024-02-03\na,2024-05-06\n',
      'four/provenance.json': '{"source": "a test", "fetchedAt": "2026-01-02T10:00:00.000Z"}',
      'four/stellarhosts.csv': HOSTS,
    })
    const datesOf = async (other: string) => {
      const folders = ['one', other].map((name) => join(folder, name))
      return (await readArchive(folders.join(delimiter), quietEffects)).tableDates
    }
    expect(await datesOf('two')).toEqual({ exoplanets: '2016-05-01', stellarhosts: '2025-05-01' })
    expect(await datesOf('three')).toEqual({ exoplanets: '2016-05-01', stellarhosts: '2024-05-06' })
    expect(await datesOf('four')).toEqual({ exoplanets: '2016-05-01', stellarhosts: '2026-01-02' })
  })

  const files = { 'ps.csv': PLANETS, 'stellarhosts.csv': HOSTS }
  const WEB = '# This file was produced by the Test Archive\n# Tue Jan 26 01:54:17 2021\n'
  const PROVENANCE = '{"source": "https://archive.example/TAP", "fetchedAt": "2025-11-27T10:00:00.000Z", "rows": 3}'

  test.each([
    [
      'the provenance file goes first',
      { ...files, 'ps.csv': WEB + PLANETS, 'provenance.json': PROVENANCE },
      ['2025-11-27', '2025-11-27'],
      'https://archive.example/TAP',
    ],
    [
      'then the lines above a web download',
      { ...files, 'ps.csv': WEB + PLANETS },
      ['2021-01-26', null],
      'Test Archive',
    ],
    ['then the newest date on a row', files, ['2016-05-01', null], 'the files ps.csv and stellarhosts.csv'],
    [
      'then the newest day of release, where the rows have no other date',
      { ...files, 'ps.csv': 'pl_name,hostname,releasedate\na b,a,2014-05-14\nc b,c,2015-07\nd b,d,2013-01-02\n' },
      ['2015-07-01', null],
      'the files ps.csv and stellarhosts.csv',
    ],
    [
      'else the date is unknown',
      { ...files, 'ps.csv': 'pl_name,hostname\na b,a\n' },
      [null, null],
      'the files ps.csv and stellarhosts.csv',
    ],
  ])('%s', async (_name, content, [exoplanets, stellarhosts], source) => {
    const archive = await readArchive(await folderWith(content), quietEffects)
    expect(archive.tableDates).toEqual({ exoplanets: exoplanets!, stellarhosts: stellarhosts! })
    expect(archive.source).toBe(source)
  })

  test('each input is listed with size and SHA-256 as it lies on the disk', async () => {
    const packed = Bun.gzipSync(Buffer.from(PLANETS))
    const folder = await folderWith({ 'ps.csv.gz': packed, 'stellarhosts.csv': HOSTS, 'provenance.json': PROVENANCE })
    const sha256 = (content: string | Uint8Array) => new Bun.CryptoHasher('sha256').update(content).digest('hex')
    expect((await readArchive(folder, quietEffects)).inputs).toEqual([
      { name: 'ps.csv.gz', bytes: packed.length, sha256: sha256(packed) },
      { name: 'stellarhosts.csv', bytes: HOSTS.length, sha256: sha256(HOSTS) },
      { name: 'provenance.json', bytes: PROVENANCE.length, sha256: sha256(PROVENANCE) },
    ])
  })
})

test('reading tells its progress in bytes and ends with one line per table', async () => {
  const lines: string[] = []
  const progress: unknown[][] = []
  const folder = await folderWith({ 'ps.csv': PLANETS, 'stellarhosts.csv': HOSTS })
  await readArchive(folder, {
    log: (line) => lines.push(line),
    progress: (...step) => progress.push(step),
    nowMs: () => 0,
  })
  // The tables are read at the same time, so either may end first.
  expect(progress.toSorted()).toEqual([
    ['read exoplanets', PLANETS.length, PLANETS.length],
    ['read stellarhosts', HOSTS.length, HOSTS.length],
  ])
  expect(lines.toSorted()).toEqual([
    'exoplanets: 3 rows, 3 columns, 3 of them with types taken from their values, from ps.csv',
    'stellarhosts: 1 rows, 1 columns, 1 of them with types taken from their values, from stellarhosts.csv',
  ])
})
