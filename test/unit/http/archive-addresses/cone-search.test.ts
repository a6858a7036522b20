import { describe, expect, test } from 'bun:test'
import type { SelectRequest } from '../../../../src/core/catalog/catalog.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { FAKE_MANIFEST, selectAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS = ['pl_name', 'hostname', 'ra', 'dec', 'pl_rade', 'rowupdate'].map((name) => ({
  name,
  type: name === 'ra' || name === 'dec' || name === 'pl_rade' ? ('real' as const) : ('text' as const),
}))
const { tables } = FAKE_MANIFEST
const manifest = {
  ...FAKE_MANIFEST,
  tables: {
    exoplanets: { ...tables.exoplanets, columns: COLUMNS, defaultColumns: ['pl_name', 'pl_rade'] },
    stellarhosts: { ...tables.stellarhosts, columns: COLUMNS.slice(1, 2), defaultColumns: ['hostname'] },
  },
}

/** A service that answers each query with an empty table, and what it was asked for. */
function service() {
  const asked: SelectRequest[] = []
  const { get } = fakeApp({
    manifest,
    select: async (query) => {
      asked.push(query)
      return selectAnswer(query, '<VOTABLE/>')
    },
  })
  return { asked, get: (path: string, init?: RequestInit) => get(`/scs${path}`, init) }
}

async function search(query: string) {
  const { asked, get } = service()
  const response = await get(`/exoplanets?${query}`)
  return { status: response.status, text: await response.text(), asked }
}

/** The columns that a search selects. */
const columnsOf = ({ asked }: { readonly asked: readonly SelectRequest[] }): string[] =>
  asked[0]!.vo!.columns.map(({ name }) => name)

describe('a cone search', () => {
  test.each(['RA=10&DEC=20&SR=0.5', 'ra=10&dec=20&sr=0.5', 'RA=-350&DEC=20&SR=.5', 'RA=10&DEC=20&SR=5e-1'])(
    '%s has the same circle',
    async (query) => {
      const { status, asked } = await search(query)
      expect(status).toBe(200)
      expect(asked[0]!.vo!.query).toEndWith("CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', 10, 20, 0.5))")
    },
  )

  test.each([
    ['RA=360&DEC=90&SR=180', 200],
    ['RA=-360&DEC=-90&SR=180', 200],
    ['RA=360.1&DEC=0&SR=1', 400],
    ['RA=-360.1&DEC=0&SR=1', 400],
    ['RA=0&DEC=90.1&SR=1', 400],
    ['RA=0&DEC=-90.1&SR=1', 400],
    ['RA=0&DEC=0&SR=180.1', 400],
    ['RA=0&DEC=0&SR=-1', 400],
    ['RA=x&DEC=0&SR=1', 400],
    ['RA=0x10&DEC=0&SR=1', 400],
    ['DEC=0&SR=1', 400],
    ['RA=0&SR=1', 400],
    ['RA=0&DEC=0', 400],
    ['RA=0&DEC=0&SR=1&VERB=0', 400],
    ['RA=0&DEC=0&SR=1&VERB=4', 400],
    ['RA=0&DEC=0&SR=1&VERB=12', 400],
  ])('%s has the status %d', async (query, status) => {
    const answered = await search(query)
    expect(answered.status).toBe(status)
    if (status === 400) {
      expect(answered.asked).toEqual([])
      expect(answered.text).toMatch(/<(?:INFO|PARAM)[^>]*name="Error"/)
    }
  })

  test('selects more columns with more verbosity', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map((verb) => search(`RA=1&DEC=2&SR=3&VERB=${verb}`)))
    expect(columnsOf(one!).sort()).toEqual(['dec', 'pl_name', 'ra'])
    expect(columnsOf(three!)).toEqual(COLUMNS.map(({ name }) => name))
    expect(columnsOf(two!).length).toBeWithin(4, COLUMNS.length)
    expect(columnsOf(await search('RA=1&DEC=2&SR=3'))).toEqual(columnsOf(two!))
  })

  test('of radius 0 asks for no rows', async () => {
    const { status, asked, text } = await search('RA=1&DEC=2&SR=0')
    expect([status, asked]).toEqual([200, []])
    expect(text).toContain('<FIELD')
  })

  test('is only at tables with positions, with or without a slash, and only read', async () => {
    const { get } = service()
    const of = async (path: string, method = 'GET') => {
      const response = await get(path, { method })
      return [response.status, await response.text()] as const
    }
    expect((await of('/exoplanets/?RA=1&DEC=2&SR=3'))[0]).toBe(200)
    const [status, text] = await of('/stellarhosts?RA=1&DEC=2&SR=3')
    expect(status).toBe(404)
    expect(text).toContain('has no positions. Cone searches are at /scs/ps.')
    expect((await of(''))[1]).toContain('Cone searches are at /scs/ps.')
    expect((await of('/nothing?RA=1&DEC=2&SR=3'))[0]).toBe(404)
    expect((await of('/exoplanets?RA=1&DEC=2&SR=3', 'POST'))[0]).toBe(405)
    expect((await of('/exoplanets', 'OPTIONS'))[0]).toBe(204)
  })
})
