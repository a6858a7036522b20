import { expect } from 'bun:test'
import { chmod, cp, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filesOf } from '../../../src/format/manifest.ts'
import { changedArchive } from '../../fixtures/archives/changed-archive.ts'
import { boundByModes } from '../../fixtures/bound-by-modes.ts'
import { hasProc } from '../../fixtures/processes/process-tree.ts'
import { startServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const prefix = boundByModes()

/** Copies a snapshot into a data folder as files that nobody may write, the manifest last and by rename. */
async function publishReadOnly(archive: string | undefined, dataDir: string) {
  const { dataDir: from, manifest } = await builtSnapshot(archive)
  for (const { path } of filesOf(manifest)) {
    await cp(join(from, path), join(dataDir, path))
    await chmod(join(dataDir, path), 0o444)
  }
  await cp(join(from, 'manifest.json'), join(dataDir, 'manifest.part'))
  await chmod(join(dataDir, 'manifest.part'), 0o444)
  await rename(join(dataDir, 'manifest.part'), join(dataDir, 'manifest.json'))
  return manifest
}

skipUnless(hasProc && prefix !== undefined, 'there is no /proc, or file modes bind nobody here').test(
  'a server that may only read its files maps them, answers from them, and switches to the next snapshot',
  async () => {
    const dataDir = await temporaryFolder()
    const first = await publishReadOnly(undefined, dataDir)
    const server = await startServer({ DATA_DIR: dataDir, SQL_PROCESSES: '1' }, [], prefix)
    try {
      const json = async (path: string) => {
        const response = await fetch(server.url + path)
        expect(response.status).toBe(200)
        return Object(await response.json())
      }
      const check = async ({ snapshotId, tables: { exoplanets } }: typeof first, planet: string) => {
        expect((await json('/health')).snapshot.id).toBe(snapshotId)
        expect((await json('/rest/exoplanets?limit=0')).total).toBe(exoplanets.rows)
        const sql = encodeURIComponent('SELECT count(*) AS n FROM exoplanets WHERE random() IS NOT NULL')
        expect((await json(`/rest/query?sql=${sql}`)).data).toEqual([{ n: exoplanets.rows }])
        expect((await json(`/exoplanets/${encodeURIComponent(planet)}.json`)).name).toBe(planet)
      }
      const mapped = async () => (await Bun.file(`/proc/${server.pid}/maps`).text()).match(/[^/]+\.(?:bin|pack)\b/g)
      const mappedFiles = ({ files: { pages, exports } }: typeof first) =>
        [pages.exoplanets, pages.stellarhosts, exports.exoplanets, exports.stellarhosts].map(({ path }) =>
          basename(path),
        )

      await check(first, '51 Peg b')
      expect(await mapped()).toEqual(expect.arrayContaining(mappedFiles(first)))

      const second = await publishReadOnly(await changedArchive(1), dataDir)
      await waitFor('the switch', () => (server.log().includes('"snapshot_switched"') ? true : undefined))
      await check(second, '51 Peg b1')
      // The files of the snapshot before hold their place on disk for as long as they are mapped.
      await waitFor('the end of the former mappings', async () => {
        server.signal('SIGHUP')
        await json('/rest/exoplanets')
        const files = await mapped()
        return mappedFiles(first).some((file) => files?.includes(file)) ? undefined : true
      })
      expect(server.log()).not.toMatch(/snapshot_copied|sql_process_failed|snapshot_refused/)
    } finally {
      await server.stop()
    }
  },
)
