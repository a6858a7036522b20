import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { unlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { archiveFolders, findTables } from '../../../../../build/archive/files/find-files.ts'
import { tableNameOf } from '../../../../../build/archive/files/table-name.ts'
import { readArchive } from '../../../../../build/archive/read-archive.ts'
import { isBuiltFrom } from '../../../../../build/pipeline/is-current.ts'
import { AdqlCatalog } from '../../../../../src/tap/resolve/catalog.ts'
import { translateAdql } from '../../../../../src/tap/translate/translate-adql.ts'
import { archiveError, folderWith, quietEffects } from '../../../../fixtures/archives/archive-folder.ts'
import { FURTHER_ARCHIVE } from '../../../../fixtures/archives/further-tables.ts'

const TWO = { 'ps.csv': '', 'stellarhosts.csv': '' }

/** The tables of a folder with these empty files, each with its file. */
async function tablesOf(...names: readonly string[]): Promise<Record<string, string>> {
  const folder = await folderWith(Object.fromEntries(names.map((name) => [name, ''])))
  const { further, ...two } = await findTables(await archiveFolders(folder))
  return Object.fromEntries([...Object.values(two), ...further].map(({ table, name }) => [table, name]))
}

describe('files beside those of the two tables', () => {
  test('are tables named by their file, whatever its form and date', async () => {
    const files = ['TOI_2025.10.04_15.58.58.csv', 'KeplerNames.VOT.gz', 'k2pandc.tab', 'my_list2.tsv']
    expect(
      await tablesOf('exoplanets.csv', 'stellarhosts.csv', 'notes.txt', 'columns.csv', 'aliases.csv', ...files),
    ).toEqual({
      exoplanets: 'exoplanets.csv',
      stellarhosts: 'stellarhosts.csv',
      k2pandc: 'k2pandc.tab',
      keplernames: 'KeplerNames.VOT.gz',
      my_list2: 'my_list2.tsv',
      toi: 'TOI_2025.10.04_15.58.58.csv',
    })
  })

  test.each(['exoplanets.csv', 'ps.csv', 'PS_2021.01.26.csv'])(
    '%s makes pscomppars a table of its own',
    async (planets) => {
      expect(await tablesOf(planets, 'stellarhosts.csv', 'PSCompPars_2024.04.19_13.53.33.csv')).toEqual({
        exoplanets: planets,
        stellarhosts: 'stellarhosts.csv',
        pscomppars: 'PSCompPars_2024.04.19_13.53.33.csv',
      })
    },
  )

  test('pscomppars alone is still exoplanets', async () => {
    expect(await tablesOf('pscomppars.csv', 'stellarhosts.csv')).toEqual({
      exoplanets: 'pscomppars.csv',
      stellarhosts: 'stellarhosts.csv',
    })
  })

  test('come from the first folder that has them', async () => {
    const folder = await folderWith({
      'one/pscomppars.csv': '',
      'one/toi.csv': '',
      'two/exoplanets.csv': '',
      'two/stellarhosts.csv': '',
      'two/toi.tsv': '',
      'two/k2names.csv': '',
      'three/ps.csv': '',
      'three/pscomppars.tab': '',
    })
    const folders = ['one', 'two', 'three'].map((name) => join(folder, name)).join(delimiter)
    const { exoplanets, further } = await findTables(await archiveFolders(folders))
    expect([exoplanets, ...further].map(({ table, name }) => [table, name])).toEqual([
      ['exoplanets', 'exoplanets.csv'],
      ['k2names', 'k2names.csv'],
      ['pscomppars', 'pscomppars.csv'],
      ['toi', 'toi.csv'],
    ])
  })

  test('two files for one table are an error that names both', async () => {
    const error = await archiveError(() => tablesOf(...Object.keys(TWO), 'toi.csv', 'TOI_2025.10.04_15.58.58.csv'))
    expect(error.message).toBe('TOI_2025.10.04_15.58.58.csv and toi.csv could each be the table toi: keep one of them.')
    const composite = await archiveError(() => tablesOf(...Object.keys(TWO), 'pscomppars.csv', 'pscomppars.tsv'))
    expect(composite.message).toBe(
      'pscomppars.csv and pscomppars.tsv could each be the table pscomppars: keep one of them.',
    )
  })

  test('what systems hide in folders is no table', async () => {
    expect(await tablesOf(...Object.keys(TWO), '._toi.csv', '~$toi.csv', '.toi.csv')).toEqual({
      exoplanets: 'ps.csv',
      stellarhosts: 'stellarhosts.csv',
    })
  })
})

describe('a name that no table can have is an error that says what to do', () => {
  test.each([
    ['Order.csv', 'Order.csv would be the table "order", which is a reserved word of SQL or ADQL.'],
    ['ilike.csv', 'ilike.csv would be the table "ilike", which is a reserved word of SQL or ADQL.'],
    [
      'exoplanets_2021.01.26.csv',
      'exoplanets_2021.01.26.csv would be the table "exoplanets", which is already the name of something else.',
    ],
    ['tap_schema.csv', 'tap_schema.csv would be the table "tap_schema", which is already the name of something else.'],
    [
      'exoplanets_covering.csv',
      'exoplanets_covering.csv would be the table "exoplanets_covering", which is already the name of something else.',
    ],
    [
      'sqlite_stat1.csv',
      'sqlite_stat1.csv would be the table "sqlite_stat1", which is already the name of something else.',
    ],
    ['json_each.csv', 'json_each.csv would be the table "json_each", which is already the name of something else.'],
    ['dual.csv', 'dual.csv would be the table "dual", which is already the name of something else.'],
    [
      'ps (1).csv',
      'ps (1).csv would be the table "ps (1)", which is not a valid name: it must start with a letter and have only letters, digits and _, at most 60 characters.',
    ],
    [
      '2mass.csv',
      '2mass.csv would be the table "2mass", which is not a valid name: it must start with a letter and have only letters, digits and _, at most 60 characters.',
    ],
    [`${'x'.repeat(61)}.csv`, ', at most 60 characters.'],
  ])('%s', async (name, words) => {
    const { message } = await archiveError(() => tablesOf(...Object.keys(TWO), name))
    expect(message).toContain(words)
    expect(message).toEndWith(' Rename the file, or move it out of the archive folder.')
  })

  test('and every name that is accepted works in SQL and in ADQL', () => {
    const words =
      `abort action add after all alter always analyze and as asc attach autoincrement before begin between by
    cascade case cast check collate column commit conflict constraint create cross current current_date current_time
    current_timestamp database default deferrable deferred delete desc detach distinct do drop each else end escape except
    exclude exclusive exists explain fail fetch filter first following for foreign from full generated glob group groups having if
    ignore ilike immediate in index indexed initially inner insert instead intersect into is isnull join key last left like limit
    match materialized minus natural next no not nothing notnull null nulls of offset on only or order others outer over partition
    plan pragma preceding primary query raise range recursive references regexp reindex release rename replace restrict returning
    right rollback row rows savepoint select set some table temp temporary then ties to top transaction trigger unbounded union unique
    update user using vacuum value values view virtual when where window with within without circle point box polygon contains
    distance area constructor tostring`.split(/\s+/)
    const accepted = words.filter((word) => {
      try {
        return tableNameOf(`${word}.csv`, word) === word
      } catch {
        return false
      }
    })
    expect(accepted.length).toBeGreaterThan(60)
    const database = new Database(':memory:')
    for (const name of accepted) {
      const sql = `SELECT ${name}.a, x.a AS b FROM ${name} JOIN ${name} AS x USING (a) WHERE ${name}.a > 0`
      database.run(`CREATE TABLE ${name} (a INTEGER) STRICT`)
      expect(() => database.query(sql).all(), name).not.toThrow()
      const catalog = new AdqlCatalog([{ name, aliases: [], columns: [{ name: 'a', type: 'Int64' }] }])
      expect(() => translateAdql(`SELECT x.a FROM ${name} AS x WHERE x.a > 0`, catalog), name).not.toThrow()
    }
    database.close()
  })
})

describe('reading further tables', () => {
  test('gives each its columns, its own header before the catalog, its date and its source', async () => {
    const folder = await folderWith(FURTHER_ARCHIVE)
    const archive = await readArchive(folder, quietEffects)
    const [names, composite, toi] = archive.further!
    expect([names!.table.name, names!.date, names!.source]).toEqual(['keplernames', null, 'the file KeplerNames.vot'])
    expect([composite!.date, composite!.source]).toEqual(['2024-04-19', 'Invented Archive https://archive.example'])
    expect(composite!.table.columns).toEqual([
      { name: 'pl_name', type: 'text', description: 'Planet Name', sourceDatatype: 'char' },
      // A name that reads like a number stays a name.
      { name: 'hostname', type: 'text' },
      { name: 'pl_letter', type: 'text', description: 'letter', sourceDatatype: 'char' },
      { name: 'pl_rade', type: 'real', description: 'Planet Radius', unit: 'Earth Radius', sourceDatatype: 'double' },
    ])
    expect(toi!.date).toBe('2025-10-04')
    // What the catalog says of another table's column of this name does not count.
    expect(toi!.table.columns.map(({ name, type, unit }) => [name, type, unit])).toEqual([
      ['toi', 'real', undefined],
      ['tid', 'integer', undefined],
      ['tfopwg_disp', 'text', undefined],
      ['pl_trandep', 'real', 'ppm'],
      ['pl_rade', 'real', undefined],
      ['st_note', 'text', undefined],
    ])
    expect(archive.source).toBe('the files exoplanets.csv and stellarhosts.csv')
    expect(archive.tableDates).toEqual({ exoplanets: '2021-03-04', stellarhosts: null })
    expect(archive.inputs.map(({ name }) => name).sort()).toEqual(Object.keys(FURTHER_ARCHIVE).sort())
  })

  test('a file beside those of a fetch has its own date and source', async () => {
    const provenance = {
      source: 'https://archive.example/TAP',
      fetchedAt: '2026-01-02',
      files: [{ name: 'KeplerNames.vot' }],
    }
    const read = async (noted: object) => {
      const folder = await folderWith({ ...FURTHER_ARCHIVE, 'provenance.json': JSON.stringify(noted) })
      return (await readArchive(folder, quietEffects)).further!.map(({ date, source }) => [date, source])
    }
    const fetched = ['2026-01-02', 'https://archive.example/TAP']
    expect(await read(provenance)).toEqual([
      fetched,
      ['2024-04-19', 'Invented Archive https://archive.example'],
      ['2025-10-04', 'Invented Archive https://archive.example'],
    ])
    const { files: _, ...ofAll } = provenance
    expect(await read(ofAll)).toEqual([fetched, fetched, fetched])
  })

  test('a further table that comes or goes makes another archive', async () => {
    const folder = await folderWith(FURTHER_ARCHIVE)
    const { inputs } = await readArchive(folder, quietEffects)
    expect(await isBuiltFrom({ inputs }, folder)).toBe(true)
    await Bun.write(join(folder, 'k2names.csv'), 'a\n1\n')
    expect(await isBuiltFrom({ inputs }, folder)).toBe(false)
    await unlink(join(folder, 'k2names.csv'))
    await unlink(join(folder, 'KeplerNames.vot'))
    expect(await isBuiltFrom({ inputs }, folder)).toBe(false)
  })

  test('a fault names the file of the further table', async () => {
    const folder = await folderWith({ ...FURTHER_ARCHIVE, 'k2names.csv': 'a,b\n1\n' })
    expect((await archiveError(() => readArchive(folder, quietEffects))).message).toStartWith('k2names.csv, line 2: ')
    const empty = await folderWith({ ...FURTHER_ARCHIVE, 'k2names.csv': 'a,b\n' })
    expect((await archiveError(() => readArchive(empty, quietEffects))).message).toBe(
      'k2names.csv has a header and no rows: k2names would be empty.',
    )
  })
})
