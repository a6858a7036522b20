import { beforeAll, describe, expect, test } from 'bun:test'
import type { Answer, Catalog } from '../../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../../src/core/catalog/create-catalog.ts'
import type { Warning } from '../../../../src/core/ports.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'

let catalog: Catalog
beforeAll(async () => {
  const folder = await folderWith({
    'exoplanets.csv': [
      'pl_name,hostname,default_flag,disc_year,pl_rade,discoverymethod,empty,pl_letter',
      'A b,A,1,2010,1.5,Transit,,b',
      'A c,A,1,2012,2.5,"Radial Velocity, old",,c',
      'B b,B,1,2014,,Transit,,b',
    ].join('\n'),
    'stellarhosts.csv': 'hostname\nA\nB\nD\n',
  })
  const snapshot = await openSnapshot((await builtSnapshot(folder)).dataDir)
  catalog = createCatalog(snapshot, { run: () => Promise.reject(new Error('SQL')), close: () => Promise.resolve() })
})

const textOf = (answer: Answer): string => new TextDecoder().decode(answer.body())
const warningsOf = (query: string): readonly Warning[] =>
  JSON.parse(textOf(catalog.page('exoplanets', query))).warnings ?? []

describe('a read without rows says which condition no row satisfies', () => {
  test.each([
    [
      'disc_year__between=2014,2010',
      'No row satisfies disc_year__between=2014,2010. The first value is greater than the second. Did you mean 2010,2014?',
    ],
    [
      'pl_name__between=b,"A"',
      'No row satisfies pl_name__between=b,A. The first value is greater than the second. Did you mean A,b?',
    ],
    ['disc_year__gt=2014', 'No row satisfies disc_year__gt=2014. The values of disc_year are from 2010 to 2014.'],
    ['pl_rade=9&disc_year=2010', 'No row satisfies pl_rade__eq=9. The values of pl_rade are from 1.5 to 2.5.'],
    ['disc_year__in=1,2', 'No row satisfies disc_year__in=1,2. The values of disc_year are from 2010 to 2014.'],
    ['pl_letter__lt=a', 'No row satisfies pl_letter__lt=a. The values of pl_letter are from "b" to "c".'],
    [
      'discoverymethod=transit',
      'No row satisfies discoverymethod__eq=transit. Text must match exactly, including case. Did you mean "Transit"?',
    ],
    [
      'discoverymethod__in=transits,"radial velocity, old"',
      'No row satisfies discoverymethod__in="radial velocity, old",transits. Text must match exactly, including case. Did you mean "Radial Velocity, old" or "Transit"?',
    ],
    [
      'discoverymethod__startswith=imag',
      'No row satisfies discoverymethod__startswith=IMAG. No value of discoverymethod starts with "IMAG".',
    ],
    ['hostname__isnull=1', 'No row satisfies hostname__isnull=1. hostname has a value in every row.'],
    ['hostname=D', 'No row satisfies hostname__eq=D. Only the other table has this name.'],
    ['empty__gt=1', 'No row satisfies empty__gt=1. empty has no values.'],
    [
      'disc_year__lt=2011&disc_year__gt=2013&pl_rade__gt=0',
      'No row satisfies disc_year__gt=2013 and disc_year__lt=2011 together.',
    ],
  ])('%s', (query, message) => {
    expect(warningsOf(query)).toEqual([{ code: 'unmatched_condition', message }])
    const csv = catalog.page('exoplanets', `${query}&format=csv`)
    expect(csv.headers?.()['x-warnings']).toBe('unmatched_condition')
    const votable = textOf(catalog.page('exoplanets', `${query}&format=votable`))
    expect(votable).toContain('unmatched_condition')
  })

  test('for a name, the resolver says it', () => {
    expect(warningsOf('pl_name=a+b').map(({ code }) => code)).toEqual(['unknown_name'])
    expect(warningsOf('hostname__in=a,C').map(({ code }) => code)).toEqual(['unknown_name', 'unknown_name'])
    expect(warningsOf('hostname__contains=x').map(({ code }) => code)).toEqual(['unmatched_condition'])
  })

  test.each([
    // Rows, none in the combination of several columns, and reads that have no conditions.
    'disc_year__between=2010,2010',
    'disc_year=2010&hostname=B',
    'filter=zzz',
    'page=5',
    '',
  ])('%s has no warning', (query) => {
    expect(warningsOf(query)).toEqual([])
    expect(catalog.page('exoplanets', query).headers?.()['x-warnings']).toBeUndefined()
  })

  test('a long list is examined within limits', () => {
    const values = Array.from({ length: 5_000 }, (_, i) => `value ${i}`)
    const [warning] = warningsOf(`discoverymethod__in=${values.join(',')}`)
    expect(warning!.message.length).toBeLessThan(400)
  })
})
