import { describe, expect, test } from 'bun:test'
import type { Resolution } from '../../../../src/core/answers/names.ts'
import { SearchPage, type SearchPageProps } from '../../../../src/pages/search/search-page.tsx'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const html = (props: SearchPageProps, site = siteOf()) => rendered(<SearchPage {...props} />, site)
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')
const found = (...matches: readonly object[]) => ({ query: 'a & b', matches }) as unknown as Resolution
const BOX = ['Search', 'Planet or star']

test('without a name there is a form with examples', () => {
  const shown = lines({ resolution: undefined })
  expect(shown).toEqual([
    ...BOX,
    '{q=}',
    'Search',
    'Names are found in any spelling, and by aliases: [51 Peg b](../search?q=51+Peg+b), [HD209458b](../search?q=HD209458b), [trappist 1](../search?q=trappist+1), [Proxima Cen b](../search?q=Proxima+Cen+b), [kepler22b](../search?q=kepler22b).',
  ])
  expect(html({ resolution: undefined })).not.toContain('noindex')
  expect(html({ resolution: undefined })).not.toContain('application/json')
  expect(html({ resolution: undefined })).toContain('<title>Search · ')
})

test('a request that could not be read says why', () => {
  const page = html({ resolution: undefined, problem: 'Too long.' })
  expect(outline(page)).toStartWith('Search\nToo long.\n')
  expect(page).toContain('noindex')
})

describe('matches', () => {
  test('are links, with what they are and why they match', () => {
    const resolution = found(
      { kind: 'planet', name: 'A b', match: 'spelling', via: 'pl_name' },
      { kind: 'host', name: 'A', match: 'alias', via: 'HD 1' },
      { kind: 'planet', name: 'X c', match: 'near', via: 'pl_name', hostname: 'Y' },
      { kind: 'host', name: 'Z', match: 'exact', via: 'hostname' },
    )
    expect(lines({ resolution }).slice(4)).toEqual([
      '4 matches, best first:',
      '[A b](../exoplanets/A%20b) planet; the same name in another spelling',
      '[A](../stellarhosts/A) host star; another name of it (HD 1)',
      '[X c](../exoplanets/X%20c) planet; a similar name; its star is [Y](../stellarhosts/Y)',
      '[Z](../stellarhosts/Z) host star; this exact name',
    ])
    const page = html({ resolution })
    expect(page).toContain('<title>Search: a &amp; b · ')
    expect(page).toContain('noindex')
    expect(page).toContain('href="../rest/resolve?name=a+%26+b"')
    expect(page).toContain('name="q" value="a &amp; b"')
  })

  test('that are only similar are told to be so, with a note', () => {
    const near = { kind: 'planet', name: 'A b', match: 'near', via: 'pl_name' }
    expect(lines({ resolution: found(near) })[4]).toBe(
      'No planet or star has exactly this name. One match, best first:',
    )
    expect(lines({ resolution: { ...found(near), note: 'Beware.' } })[4]).toBe(
      'No planet or star has exactly this name. Beware. One match, best first:',
    )
  })

  test('that were cut lead to the tables', () => {
    const resolution = found({ kind: 'planet', name: 'A b', match: 'near', via: 'pl_name' })
    const shown = lines({ resolution, isCut: true })
    expect(shown[4]).toEndWith('The best 1 matches, best first:')
    const all = (path: string) =>
      `The tables have more: all [planets whose names contain “a & b”](${path}filter=a%20%26%20b), and all [rows of such hosts](../stellarhosts?filter=a+%26+b).`
    expect(shown[5]).toBe(all('../exoplanets?'))
    const marked = siteOf(manifestOf([{ name: 'default_flag', type: 'integer' }]))
    expect(lines({ resolution, isCut: true }, marked)[5]).toBe(all('../exoplanets?default_flag=1&'))
  })

  test('that do not exist lead to the table and to questions', () => {
    const sentence = (note = '') =>
      `No planet or star of the archive has a similar name. ${note}You can filter the [table of planets](../exoplanets) by a part of a name. Questions such as which planets are the smallest or the nearest are answered by the [insights](../insights).`
    expect(lines({ resolution: found() })[4]).toBe(sentence())
    expect(lines({ resolution: { ...found(), note: 'Beware.' } })[4]).toBe(sentence('Beware. '))
  })
})
