import { describe, expect, test } from 'bun:test'
import { translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'

/** `name datatype unit ucd` of each result column; `-` for what is not known. */
function columns(adql: string): string[] {
  return translateAdql(adql, SKY_TABLES).columns.map(({ name, datatype, unit, ucd }) =>
    [name, datatype, unit ?? '-', ucd ?? '-'].join(' '),
  )
}

const RA = 'double deg pos.eq.ra;meta.main'
const RADE = 'double Rearth phys.size.radius'

describe('result columns', () => {
  test.each([
    ['select ra from ps', [`ra ${RA}`]],
    ['select RA as x, p.pl_rade r from ps p', [`x ${RA}`, `r ${RADE}`]],
    ['select x from (select ra as x from ps)', [`x ${RA}`]],
    ['select y.x from (select z.x from (select ra as x from ps) z) y', [`x ${RA}`]],
    ['with a (q) as (select ra from ps) select q from a', [`q ${RA}`]],
    ['select (ra) from ps', [`ra ${RA}`]],
    ['select ra from ps union select ra from stellarhosts', [`ra ${RA}`]],
    ['select ra as x from ps union all select dec from ps', ['x double deg -']],
    ['select pl_rade from ps union select pl_bmasse from ps', ['pl_rade double - -']],
    ['select pl_rade from ps union select null', [`pl_rade ${RADE}`]],
    ['select pl_rade from ps except select pl_bmasse from ps', [`pl_rade ${RADE}`]],
    ['select disc_year from ps union select pl_rade from ps', ['disc_year double - -']],
    ['select ra from ps join stellarhosts using (ra)', [`ra ${RA}`]],
    ['select hostname from ps full join stellarhosts using (hostname)', ['hostname char - meta.id']],
    ['select count(*), count(ra) from ps', ['count(*) long - meta.number', 'count(ra) long - meta.number']],
    [
      'select min(pl_rade), avg(pl_rade) a, max(pl_name), sum(default_flag) from ps',
      [
        'min(pl_rade) double Rearth phys.size.radius;stat.min',
        'a double Rearth phys.size.radius;stat.mean',
        'max(pl_name) char - -',
        'sum(default_flag) long - -',
      ],
    ],
    [
      'select variance(pl_rade), stddev(pl_rade) from ps',
      ['variance(pl_rade) double - -', 'stddev(pl_rade) double Rearth -'],
    ],
    ['select avg(disc_year) from ps', ['avg(disc_year) double yr time.epoch;stat.mean']],
    [
      'select pl_rade * 2, pl_rade + pl_rade, -pl_rade, pl_rade - sy_dist from ps',
      [
        'pl_rade*2 double - -',
        'pl_rade+pl_rade double Rearth -',
        '-pl_rade double Rearth -',
        'pl_rade-sy_dist double - -',
      ],
    ],
    [
      'select 1, 1.5, 7/2, 1e3, null as n from ps',
      ['1 long - -', '1.5 double - -', '7/2 long - -', '1e3 double - -', 'n char - -'],
    ],
    ["select 'a', 'é' from ps", ["'a' char - -", "'é' unicodeChar - -"]],
    [
      'select pl_refname, upper(pl_refname), pl_name || pl_refname as b, pl_name from ps',
      [
        'pl_refname unicodeChar - -',
        'upper(pl_refname) unicodeChar - -',
        'b unicodeChar - -',
        'pl_name char - meta.id;meta.main',
      ],
    ],
    [
      'select coalesce(pl_rade, 0), nvl(ra, dec), nvl(pl_name, hostname), nullif(ra, 0) from ps',
      [
        'coalesce(pl_rade,0) double - -',
        'nvl(ra,dec) double deg -',
        'nvl(pl_name,hostname) char - -',
        `nullif(ra,0) ${RA}`,
      ],
    ],
    ['select case when ra > 1 then ra else null end as r from ps', [`r ${RA}`]],
    [
      'select cast(ra as integer), cast(ra as varchar(9)) as c from ps',
      ['cast(ra as integer) long deg -', 'c char - -'],
    ],
    [
      'select round(ra, 1), abs(dec), floor(ra), truncate(ra), sqrt(ra) from ps',
      [
        'round(ra,1) double deg -',
        'abs(dec) double deg -',
        'floor(ra) double deg -',
        'truncate(ra) double deg -',
        'sqrt(ra) double - -',
      ],
    ],
    [
      'select distance(ra, dec, 0, 0), area(circle(0,0,1)), contains(point(ra,dec), circle(0,0,1)) c, coord1(point(ra,dec)) o from ps',
      ['distance(ra,dec,0,0) double deg -', 'area(circle(0,0,1)) double deg**2 -', 'c long - -', `o ${RA}`],
    ],
    ["select in_unit(ra, 'rad') from ps", ["in_unit(ra,'rad') double rad pos.eq.ra;meta.main"]],
    [
      'select (select max(ra) from ps) as m, (select ra from ps limit 1) from dual',
      ['m double deg pos.eq.ra;stat.max', `(select ra from ps limit 1) ${RA}`],
    ],
    ["select current_date as d, current_date - date '2020-01-01' as days from dual", ['d char - -', 'days double d -']],
    ['select ra > 1 as b from ps', ['b long - -']],
    ['select rownum from ps', ['rownum long - -']],
  ] as const)('%s', (adql, expected) => {
    expect(columns(adql)).toEqual([...expected])
  })

  test('a column of a table keeps its description, a computed one has none', () => {
    const [plain, computed] = translateAdql('select ra as x, ra + 1 as y from ps', SKY_TABLES).columns
    expect(plain).toEqual({
      name: 'x',
      key: 'x',
      type: 'Float64',
      datatype: 'double',
      arraysize: undefined,
      xtype: undefined,
      unit: 'deg',
      ucd: 'pos.eq.ra;meta.main',
      utype: undefined,
      description: 'RA',
    })
    expect(computed!.description).toBeUndefined()
  })

  test('declared datatypes are kept, also through a subquery', () => {
    const table = {
      name: 'tap_schema_columns',
      aliases: ['tap_schema.columns'],
      columns: [
        { name: 'principal', type: 'Int64', datatype: 'int' },
        { name: 'size', type: 'Int64', datatype: 'int' },
        { name: 'column_name', type: 'String', datatype: 'char', arraysize: '64*', utype: 'x:y' },
      ],
    } as const
    const { sql, columns: found } = translateAdql(
      'select c."size", principal, column_name from (select * from TAP_SCHEMA.columns) c',
      [table],
    )
    expect(found.map(({ datatype, arraysize, utype }) => [datatype, arraysize, utype])).toEqual([
      ['int', undefined, undefined],
      ['int', undefined, undefined],
      ['char', '64*', 'x:y'],
    ])
    expect(sql).toContain('"tap_schema_columns"')
    expect(
      translateAdql('select tap_schema.columns.principal, columns.size from tap_schema.columns', [table]).columns,
    ).toHaveLength(2)
  })

  test('names in SQL are in lower case and different', () => {
    const { sql } = translateAdql('select PL_Name, pl_name, ra as pl_name, pl_name as pl_name_1 from ps', SKY_TABLES)
    expect(sql).toBe(
      'SELECT t1."pl_name", t1."pl_name" AS "pl_name_1", t1."ra" AS "pl_name_2", t1."pl_name" AS "pl_name_1_1" FROM "exoplanets" AS t1',
    )
  })

  test.each([
    ['select * from ps', undefined, 'exoplanets'],
    ['SELECT p.* FROM public.PS p;', undefined, 'exoplanets'],
    ['select * from stellarhosts', undefined, 'stellarhosts'],
    ['select top 5 * from ps', 5, undefined],
    ['select * from ps limit 7 offset 2', 7, undefined],
    ['select * from ps offset 2', undefined, undefined],
    ['select * from ps where rownum <= 3 limit 9', 3, undefined],
    ['select top 4 ra from ps union select ra from ps', undefined, undefined],
    ['select ra from ps union select ra from ps limit 4', 4, undefined],
    ['(select * from ps limit 4)', 4, undefined],
    ['select * from ps where 1 = 1', undefined, undefined],
    ['select * from ps order by ra', undefined, undefined],
    ['select distinct * from ps', undefined, undefined],
    ['select *, ra from ps', undefined, undefined],
    ['select * from ps, stellarhosts', undefined, undefined],
    ['with ps as (select ra from ps) select * from ps', undefined, undefined],
    ['select * from (select * from ps)', undefined, undefined],
    ['select * from dual', undefined, undefined],
  ])('%s: limit and whole table', (adql, limit, wholeTable) => {
    expect(translateAdql(adql, SKY_TABLES)).toMatchObject({ limit: limit as never, wholeTable: wholeTable as never })
  })

  test('the clock is told of', () => {
    expect(translateAdql('select 1 from ps where rowupdate > current_date', SKY_TABLES).usesClock).toBe(true)
    expect(translateAdql('select 1 from ps', SKY_TABLES).usesClock).toBe(false)
  })

  test.each([
    ['select pl_name from ps where hostname = 5', 'compared with the number 5, and both are treated as strings'],
    ['select pl_name from ps where pl_rade = null', 'IS NULL'],
    ['select pl_name from ps where toi = hostname', 'compared with a number'],
    ['select hostname + 1 from ps', 'A string is used as a number'],
  ])('%s warns', (adql, part) => {
    const { warnings } = translateAdql(adql, SKY_TABLES)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(part)
  })
})
