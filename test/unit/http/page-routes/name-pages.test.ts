import { describe, expect, test } from 'bun:test'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

type Found = readonly [kind: 'planet' | 'host', name: string, match: 'exact' | 'spelling' | 'alias' | 'near']

/** The page at a path of a service in which every name matches these objects. */
function visit(path: string, matches: readonly Found[]) {
  const asked: (readonly [name: string, limit: number])[] = []
  const { get } = fakeApp({
    page: () => textAnswer('page', '{"data":[],"total":0,"columns":[]}'),
    resolve(name, limit) {
      asked.push([name, limit ?? 0])
      const list = matches.map(([kind, found, match]) => ({
        kind,
        name: found,
        table: kind === 'planet' ? 'exoplanets' : 'stellarhosts',
        match,
        via: 'pl_name',
      }))
      return textAnswer(`resolve|${name}`, JSON.stringify({ query: name, matches: list }))
    },
  })
  return { asked, response: get(path, { headers: { accept: 'text/html' }, redirect: 'manual' }) }
}

async function seen(path: string, matches: readonly Found[]) {
  const response = await visit(path, matches).response
  return [response.status, response.headers.get('location')]
}

describe('a search', () => {
  test.each<[string, readonly Found[], number, string | null]>([
    ['one object of that name', [['planet', 'A b', 'exact']], 302, './exoplanets/A%20b'],
    ['one in another spelling', [['host', 'A', 'spelling']], 302, './stellarhosts/A'],
    [
      'one, and others that are only similar',
      [
        ['planet', 'A b', 'exact'],
        ['planet', 'A c', 'near'],
        ['host', 'A', 'alias'],
      ],
      302,
      './exoplanets/A%20b',
    ],
    [
      'two of that name',
      [
        ['planet', 'A b', 'exact'],
        ['host', 'A b', 'spelling'],
      ],
      200,
      null,
    ],
    ['one by an alias', [['planet', 'A b', 'alias']], 200, null],
    ['one that is similar', [['planet', 'A b', 'near']], 200, null],
    ['none', [], 200, null],
  ])('that finds %s', async (_, matches, status, location) => {
    expect(await seen('/search?q=a+b', matches)).toEqual([status, location])
  })

  test('asks for one more than it lists, and tells that there are more', async () => {
    const many = (count: number): Found[] => Array.from({ length: count }, (_, at) => ['planet', `A ${at} b`, 'near'])
    const [{ asked, response }, more] = [visit('/search?q=+A+', many(50)), visit('/search?q=A', many(51))]
    const [some, cut] = [await (await response).text(), await (await more.response).text()]
    expect(asked).toEqual([['A', 51]])
    const listed = (html: string): number =>
      new Set([...html.matchAll(/href="\.\/exoplanets\/A%20(\d+)%20b"/g)].map(([, at]) => at)).size
    expect([listed(some), listed(cut)]).toEqual([50, 50])
    expect(cut.length).toBeGreaterThan(some.length)
  })

  test('of nothing asks for nothing', async () => {
    for (const query of ['', '?q=', '?q=++']) {
      const { asked, response } = visit(`/search${query}`, [['planet', 'A b', 'exact']])
      expect([(await response).status, asked]).toEqual([200, []])
    }
  })
})

describe('the page of a name that no row has', () => {
  test.each<[string, string, readonly Found[], number, string | null]>([
    ['is at that of its right spelling', '/exoplanets/ab', [['planet', 'A b', 'spelling']], 308, '../exoplanets/A%20b'],
    ['is not at an object of another kind', '/exoplanets/a', [['host', 'A', 'spelling']], 404, null],
    [
      'is not at one of two',
      '/stellarhosts/a',
      [
        ['host', 'A', 'spelling'],
        ['host', 'a', 'exact'],
      ],
      404,
      null,
    ],
    ['is not at an alias', '/stellarhosts/a', [['host', 'A', 'alias']], 404, null],
    ['is not at itself', '/stellarhosts/A', [['host', 'A', 'exact']], 404, null],
    ['does not exist', '/exoplanets/x', [], 404, null],
  ])('%s', async (_, path, matches, status, location) => {
    expect(await seen(path, matches)).toEqual([status, location])
  })
})
