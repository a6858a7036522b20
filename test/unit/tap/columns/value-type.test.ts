import { describe, expect, test } from 'bun:test'
import type { CatalogColumn } from '../../../../src/tap/columns/catalog-table.ts'
import { describeColumn } from '../../../../src/tap/columns/result-column.ts'
import {
  BOOLEAN,
  combineTypes,
  DATE,
  INTEGER,
  isNumeric,
  isShape,
  NULL,
  POINT,
  REAL,
  REGION,
  TEXT,
  TIMESTAMP,
  typeInWords,
  typeOfColumn,
} from '../../../../src/tap/columns/value-type.ts'
import { Relation, type RelationColumn } from '../../../../src/tap/resolve/relation.ts'

const RA: CatalogColumn = { name: 'ra', type: 'Float64', unit: 'deg', ucd: 'pos.eq.ra', description: 'Right ascension' }

describe('values of two types together', () => {
  test.each([
    [INTEGER, INTEGER, 'integer'],
    [INTEGER, REAL, 'real'],
    [REAL, INTEGER, 'real'],
    [BOOLEAN, INTEGER, 'integer'],
    [BOOLEAN, REAL, 'real'],
    [BOOLEAN, BOOLEAN, 'boolean'],
    [TEXT, TEXT, 'text'],
    [TEXT, INTEGER, undefined],
    [POINT, REGION, 'region'],
    [REGION, POINT, 'region'],
    [POINT, POINT, 'point'],
    [POINT, REAL, undefined],
    [TEXT, REGION, undefined],
    [NULL, TEXT, 'text'],
    [POINT, NULL, 'point'],
    [NULL, NULL, 'null'],
  ])('%o and %o are %p', (a, b, kind) => {
    expect(combineTypes(a, b)?.kind).toBe(kind as never)
  })

  test('keep what is known of both', () => {
    const ra = typeOfColumn(RA)
    expect(combineTypes(ra, typeOfColumn({ ...RA }))).toMatchObject({
      kind: 'real',
      source: RA,
      unit: 'deg',
      ucd: 'pos.eq.ra',
    })
    for (const other of ['unit', 'ucd', 'description', 'datatype', 'arraysize', 'xtype', 'utype'] as const) {
      const mixed = combineTypes(ra, typeOfColumn({ ...RA, [other]: 'x' }))!
      expect(mixed.source).toBeUndefined()
      expect(mixed.unit).toBe(other === 'unit' ? undefined : 'deg')
      expect(mixed.ucd).toBe(other === 'ucd' ? undefined : 'pos.eq.ra')
    }
    expect(combineTypes(ra, REAL)?.source).toBeUndefined()
    expect(combineTypes(ra, NULL)).toBe(ra)
    expect([
      combineTypes(DATE, DATE)?.date,
      combineTypes(DATE, TIMESTAMP)?.date,
      combineTypes(DATE, TEXT)?.date,
    ]).toEqual(['date', undefined, undefined])
    expect(combineTypes(TEXT, { ...TEXT, isUnicode: true })?.isUnicode).toBe(true)
  })
})

test('types are worded for people', () => {
  expect([INTEGER, REAL, BOOLEAN].map(isNumeric)).toEqual([true, true, true])
  expect([TEXT, NULL, POINT, REGION, DATE].map(isNumeric)).toEqual([false, false, false, false, false])
  expect([POINT, REGION, TEXT, REAL].map(isShape)).toEqual([true, true, false, false])
  expect([TEXT, DATE, TIMESTAMP, INTEGER, REAL, BOOLEAN, NULL, POINT, REGION].map(typeInWords)).toEqual([
    'a string',
    'a date',
    'a date',
    'a number',
    'a number',
    'a condition',
    'null',
    'a point',
    'a region',
  ])
})

describe('a result column', () => {
  test.each([
    [INTEGER, { type: 'Int64', datatype: 'long', arraysize: undefined, xtype: undefined }],
    [REAL, { type: 'Float64', datatype: 'double', arraysize: undefined, xtype: undefined }],
    [BOOLEAN, { type: 'Int64', datatype: 'long', arraysize: undefined, xtype: undefined }],
    [NULL, { type: 'String', datatype: 'char', arraysize: '*', xtype: undefined }],
    [
      { ...TEXT, isUnicode: true },
      { type: 'String', datatype: 'unicodeChar', arraysize: '*', xtype: undefined },
    ],
    [DATE, { type: 'String', datatype: 'char', arraysize: '*', xtype: 'timestamp' }],
    [POINT, { type: 'String', datatype: 'char', arraysize: '*', xtype: 'adql:POINT' }],
    [REGION, { type: 'String', datatype: 'char', arraysize: '*', xtype: 'adql:REGION' }],
  ])('of %o is %o', (type, described) => {
    expect(describeColumn('Some Name', type)).toMatchObject({ name: 'Some Name', key: 'some name', ...described })
  })

  test('has what is declared of the column whose values it has', () => {
    const source: CatalogColumn = { ...RA, type: 'String', datatype: 'int', arraysize: '3', xtype: 'x', utype: 'u' }
    expect(describeColumn('a', { ...typeOfColumn(source), date: 'date' })).toMatchObject({
      datatype: 'int',
      arraysize: '3',
      xtype: 'x',
      utype: 'u',
      unit: 'deg',
      description: 'Right ascension',
    })
    expect(describeColumn('a', { ...typeOfColumn(RA), date: 'date' }).xtype).toBeUndefined()
  })
})

describe('a relation', () => {
  const column = (name: string, sql = `"${name}"`): RelationColumn => ({
    name,
    key: name.toLowerCase(),
    sql,
    type: REAL,
  })
  const find = (relation: Relation, value: string, isQuoted = false) =>
    relation.find({ value, isQuoted, position: 0 }).map(({ name }) => name)

  test('finds columns in any case; a quoted name chooses among several', () => {
    const relation = new Relation('t', [column('a'), column('A'), column('b')])
    expect(find(relation, 'B')).toEqual(['b'])
    expect(find(relation, 'B', true)).toEqual(['b'])
    expect(find(relation, 'a')).toEqual(['a', 'A'])
    expect(find(relation, 'A', true)).toEqual(['A'])
    expect(find(new Relation('t', [column('aB'), column('Ab')]), 'AB', true)).toEqual(['aB', 'Ab'])
    expect(find(relation, 'c')).toEqual([])
    expect([relation.has('a'), relation.has('A'), [...relation.keys]]).toEqual([true, false, ['a', 'b']])
  })

  test.each([
    [[column('a'), column('b')], true],
    [[], true],
    [[column('A', '"a"')], true],
    [[column('a'), column('A', '"a"')], false],
    [[column('a', '"a:1"')], false],
    [[column('a"', '"a"""')], false],
    [[column('a', '"b"')], false],
  ])('of %o has plain names: %p', (columns, isPlain) => {
    expect(new Relation('t', columns).hasPlainNames).toBe(isPlain)
  })
})
