import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { comparePages } from '../../../../src/http/object-pages/compare-pages.tsx'
import { manifestOf, outline } from '../../../fixtures/pages/rendered.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
  { name: 'pl_radj', type: 'real', unit: 'Rjup' },
]
type Match = readonly [kind: 'planet' | 'host', name: string, match: string]

/** A service with planets of these names; `resolve` finds the matches of each other name. */
function service(names: readonly string[], matches: Readonly<Record<string, readonly Match[]>> = {}) {
  const looked: unknown[] = []
  const { get } = fakeApp({
    manifest: manifestOf(COLUMNS),
    page(_table, query) {
      const name = new URLSearchParams(query).get('pl_name')!
      const data = names.includes(name) ? [{ pl_name: name, hostname: 'A', pl_rade: 20, pl_radj: 1.8 }] : []
      return textAnswer(query, JSON.stringify({ data, total: data.length }))
    },
    resolve(name, limit) {
      looked.push([name, limit])
      const found = (matches[name] ?? []).map(([kind, other, match]) => ({ kind, name: other, match }))
      return textAnswer(name, JSON.stringify({ query: name, matches: found }))
    },
  })
  return { looked, get: (query: string, accept = 'text/html') => get(`/compare${query}`, { headers: { accept } }) }
}
const compared = (html: string): readonly string[] =>
  [...(/<thead>.*?<\/thead>/s.exec(html)?.[0] ?? '').matchAll(/href="\.\/exoplanets\/([^"]*)"/g)].map(
    ([, name]) => name!,
  )

describe(`the planets (${comparePages.name})`, () => {
  test('are found by name, in the order of the list, each once', async () => {
    const { get, looked } = service(['a', 'b'])
    const response = await get('?names=b,a,b')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(compared(html)).toEqual(['b', 'a'])
    expect(looked).toEqual([])
    // One unit for all, also for large planets.
    expect(outline(html)).toContain('| Radius R⊕| 20| 20')
  })

  test('are found in another spelling if that is one planet', async () => {
    const matches: Record<string, readonly Match[]> = {
      A: [
        ['planet', 'a', 'spelling'],
        ['host', 'A', 'exact'],
        ['planet', 'b', 'near'],
      ],
      two: [
        ['planet', 'a', 'spelling'],
        ['planet', 'b', 'alias'],
      ],
      near: [['planet', 'a', 'near']],
      star: [['host', 'A', 'exact']],
    }
    const { get, looked } = service(['a', 'b'], matches)
    const html = await (await get('?names=A,two,near,star,none')).text()
    expect(compared(html)).toEqual(['a'])
    expect(outline(html)).toContain(
      'No planet has the names [two](./search?q=two), [near](./search?q=near), [star](./search?q=star), [none](./search?q=none).',
    )
    expect(looked[0]).toEqual(['A', 2])
    // A planet in two spellings is compared once.
    expect(compared(await (await get('?names=A,a')).text())).toEqual(['a'])
  })

  test('are at most six', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const html = await (await service(names).get(`?names=${names.join()}`)).text()
    expect(compared(html)).toEqual(names.slice(0, 6))
    expect(outline(html)).toContain('left out: g, h.')
  })
})

test('a page with unknown names alone is not found, one with a known name is', async () => {
  const { get } = service(['a'])
  expect((await get('?names=x')).status).toBe(404)
  expect((await get('?names=x,a')).status).toBe(200)
  expect((await get('')).status).toBe(200)
  expect((await get('?names=')).status).toBe(200)
})

test('an invalid request is shown with its form', async () => {
  const response = await service([]).get('?names=a&names=b')
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(html).toContain('role="alert"')
  expect(html).toContain('name="names" value="a"')
  expect((await service([]).get('?zz=1')).status).toBe(400)
})

test('programs are told the address of the rows', async () => {
  const detail = async (query: string) =>
    ((await (await service(['a']).get(query, 'application/json')).json()) as { detail: string }).detail
  expect(await detail('?names=a,b')).toContain('JSON is at /rest/exoplanets?pl_name__in=a,b&columns=*&limit=1000.')
})
