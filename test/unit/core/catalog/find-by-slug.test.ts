import { describe, expect, test } from 'bun:test'
import { createSlugFinder } from '../../../../src/core/catalog/find-by-slug.ts'
import { asDownload, outputColumn, rowsOf, tabularAnswer } from '../../../../src/core/catalog/tabular-answer.ts'
import { byteLengthOf, joined, joinedIfShort, MIN_PIECES_BYTES } from '../../../../src/core/pieces.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

describe('a stored result', () => {
  const find = createSlugFinder(
    new Map([
      ['hottest-planets', 1],
      ['nearest-planets', 2],
    ]),
    [{ slug: 'radius-valley', reasons: ['pl_rade is missing', 'too few rows'] }],
    { kind: 'insight', code: 'unknown_insight', listedAt: ' They are listed elsewhere.' },
  )

  test('is found by its slug', () => {
    expect([find('hottest-planets'), find('nearest-planets')]).toEqual([1, 2])
  })

  test('that the archive does not allow is refused with the reasons', () => {
    const { code, message, help } = catalogError(() => find('radius-valley'))
    expect(code).toBe('unknown_insight')
    expect(message).toBe(
      'The insight "radius-valley" is not available for this archive: pl_rade is missing, too few rows.',
    )
    expect(help.suggestions).toBeUndefined()
  })

  test('that does not exist is refused with similar slugs', () => {
    const { message, help } = catalogError(() => find('hotest-planets'))
    expect(message).toBe('Unknown insight "hotest-planets". Did you mean hottest-planets? They are listed elsewhere.')
    expect(help.suggestions).toEqual(['hottest-planets'])
    expect(catalogError(() => find('zzz')).message).toBe('Unknown insight "zzz". They are listed elsewhere.')
  })
})

describe('rows as an answer', () => {
  const facts = { snapshotId: '0123456789abcdef', source: 'made up' }

  test('are written only when the body is needed, in the order of the columns', () => {
    let reads = 0
    const answer = tabularAnswer(facts, 'list', 'insights', 'csv', () => {
      reads += 1
      return { query: 'all', columns: [{ name: 'b' }, { name: 'a' }], rows: [{ a: 1, b: 'x' }, { a: null }] }
    })
    expect(answer).toMatchObject({ key: 'list|csv', filename: 'insights.csv', snapshotId: facts.snapshotId })
    expect(answer.mediaType).toStartWith('text/csv')
    expect(reads).toBe(0)
    expect(new TextDecoder().decode(answer.body()).split(/\r?\n/)).toEqual(['b,a', 'x,1', ',', ''])
    expect(reads).toBe(1)
  })

  test('are complete, and are not said to be cut', () => {
    const answer = tabularAnswer(facts, 'list', 'insights', 'votable', () => ({
      query: 'all',
      columns: [{ name: 'a' }],
      rows: [{ a: '<1' }, {}],
    }))
    const text = new TextDecoder().decode(answer.body())
    expect([text.match(/<TR>/g)?.length, text.includes('&lt;1')]).toEqual([2, true])
    expect(text).not.toContain('OVERFLOW')
    expect(text.trimEnd()).toEndWith('</VOTABLE>')
  })

  test('are an attachment under another key', () => {
    const answer = { snapshotId: 'x', key: 'list', mediaType: 'application/json', body: () => new Uint8Array() }
    expect(asDownload(answer, 'insights')).toMatchObject({ key: 'list|+', filename: 'insights.json' })
  })

  test('have columns with what is known of them', () => {
    expect(outputColumn({ name: 'a' })).toEqual({ name: 'a' })
    expect(outputColumn({ name: 'a', data_type: 'Float64', unit: 'K', description: 'A' })).toEqual({
      name: 'a',
      type: 'real',
      unit: 'K',
      description: 'A',
    })
    expect(rowsOf(new TextEncoder().encode('[{"é":1}]'))).toEqual([{ é: 1 }])
  })
})

test('pieces are joined in their order, and only if they are short', () => {
  const pieces = [new Uint8Array([1, 2]), new Uint8Array([3]), new Uint8Array([4, 5])]
  expect(byteLengthOf(pieces)).toBe(5)
  expect([...joined(pieces)]).toEqual([1, 2, 3, 4, 5])
  expect(joinedIfShort(pieces)).toEqual([new Uint8Array([1, 2, 3, 4, 5])])
  const long = [new Uint8Array(MIN_PIECES_BYTES - 1), new Uint8Array(1)]
  expect(joinedIfShort(long)).toBe(long)
  expect(joinedIfShort([new Uint8Array(MIN_PIECES_BYTES - 2), new Uint8Array(1)])).toHaveLength(1)
})
