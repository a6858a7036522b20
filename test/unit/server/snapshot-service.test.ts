import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { Manifest } from '../../../src/format/manifest.ts'
import { type SnapshotService, warmUp } from '../../../src/server/snapshot-service.ts'
import { watchTimers } from '../../fixtures/watch-timers.ts'

describe('the first answers of a snapshot', () => {
  const table = (rows: number) => ({ rows, columns: [] })
  const manifest = {
    tables: { exoplanets: table(3), stellarhosts: table(2) },
    furtherTables: { toi: table(1) },
  } as unknown as Manifest

  /** A service whose processes are ready as `ready` says, and whose tables have these rows. */
  function service(ready: Promise<void>, counts: Readonly<Record<string, number>>) {
    const asked: string[] = []
    const catalog = {
      manifest,
      page: (name: string, query: string) => ({ body: () => asked.push(`page ${name} ${query}`) }),
      select({ sql }: { readonly sql: string }) {
        asked.push(sql)
        const n = counts[/FROM (\w+)$/.exec(sql)![1]!]
        return Promise.resolve({ body: () => Buffer.from(JSON.stringify({ data: [{ n }] })) })
      },
    } as unknown as Catalog
    return { asked, warmed: () => warmUp({ catalog, pool: { ready } } as unknown as SnapshotService) }
  }

  const SOUND = { exoplanets: 3, stellarhosts: 2, toi: 1 }

  test('are pages of the two tables, and the rows of each table', async () => {
    using timers = watchTimers()
    const { asked, warmed } = service(Promise.resolve(), SOUND)
    await warmed()
    expect(asked.slice(0, 2)).toEqual(['page exoplanets ', 'page stellarhosts '])
    expect(asked.slice(2).sort()).toEqual(
      ['exoplanets', 'stellarhosts', 'toi'].map((name) => `SELECT count(*) AS n FROM ${name}`).sort(),
    )
    expect(timers.pending()).toEqual([])
  })

  test('are not asked for before the processes are ready, for which they have a minute', async () => {
    using timers = watchTimers()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { asked, warmed } = service(promise, SOUND)
    const warming = warmed()
    await Bun.sleep(0)
    expect([asked, timers.pending()]).toEqual([[], [60_000]])
    resolve()
    await warming
    expect(asked).toHaveLength(5)
    expect(timers.pending()).toEqual([])
  })

  test('fail if the processes do not start', async () => {
    using timers = watchTimers()
    const { asked, warmed } = service(Promise.reject(new Error('They do not start.')), SOUND)
    await expect(warmed()).rejects.toThrow('They do not start.')
    expect([asked, timers.pending()]).toEqual([[], []])
  })

  test('fail if a table has other rows than the manifest says', async () => {
    const { warmed } = service(Promise.resolve(), { ...SOUND, toi: 2 })
    await expect(warmed()).rejects.toThrow('Table "toi" has 2 rows, but the manifest says 1.')
  })
})
