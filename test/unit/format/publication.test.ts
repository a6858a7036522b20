import { expect, test } from 'bun:test'
import { namedMoment, nextPublication, publicationText, publishedAt } from '../../../src/format/publication.ts'

const at = (text: string): Date => new Date(`2026-03-01T${text}Z`)
const ms = (text: string): number => at(text).getTime()
const NAMED = publicationText('a', at('12:00:00'))

test.each([
  ['as its neighbor says', NAMED, '12:00:00', '12:00:00', '12:00:00'],
  ['as its neighbor says, whoever touched the file later', NAMED, '12:00:00', '18:00:00', '12:00:00'],
  ['when it was copied here', NAMED, '15:00:00.250', '15:00:00.250', '15:00:01'],
  [
    'when it was put back, where the neighbor is of another snapshot',
    publicationText('b', at('13:00:00')),
    '11:00:00',
    '14:00:00',
    '14:00:00',
  ],
  ['when the file was written, where there is no neighbor', undefined, '09:00:00', '09:00:00', '09:00:00'],
  [
    'when the file was written, where the neighbor is damaged',
    '{"snapshotId":',
    '09:00:00.001',
    '08:00:00',
    '09:00:01',
  ],
  [
    'when the file was written, where the neighbor names no time',
    '{"snapshotId":"a","publishedAt":"noon"}',
    '09:00:00',
    '09:00:00',
    '09:00:00',
  ],
])('a snapshot was published %s', (_, neighbor, written, placed, expected) => {
  expect(publishedAt('a', neighbor, { mtimeMs: ms(written), ctimeMs: ms(placed) })).toEqual(at(expected))
})

test('a publication is in whole seconds, after now and after all before it', () => {
  expect(nextPublication(ms('12:00:00.001'), [])).toEqual(at('12:00:01'))
  expect(nextPublication(ms('12:00:00'), [at('11:59:59')])).toEqual(at('12:00:00'))
  expect(nextPublication(ms('12:00:00.400'), [at('12:00:01')])).toEqual(at('12:00:02'))
  expect(nextPublication(ms('11:00:00'), [at('10:00:00'), at('12:00:01')])).toEqual(at('12:00:02'))
})

test('the moment that a text names', () => {
  expect(namedMoment(NAMED)).toEqual(at('12:00:00'))
  expect([namedMoment(undefined), namedMoment('[]'), namedMoment('null'), namedMoment('{}')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
