import { expect, test } from 'bun:test'
import { rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { publish } from '../../../../build/data-folder/publish.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { publicationMoment } from '../../../../src/store/read-manifest.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const [A, B] = ['a', 'b'].map(
  (snapshotId): Manifest => ({
    ...FAKE_MANIFEST,
    snapshotId,
    files: { ...FAKE_MANIFEST.files, catalog: { path: snapshotId, bytes: 0, sha256: '' } },
  }),
) as [Manifest, Manifest]

test('every publication of another snapshot is later than those before, also of one that comes back', async () => {
  const dataDir = await temporaryFolder()
  let last = Date.now() - 1
  for (const manifest of [A, B, A, B, B, A]) {
    const before = await publicationMoment(dataDir, manifest).catch(() => undefined)
    await publish(dataDir, manifest)
    const moment = (await publicationMoment(dataDir, manifest)).getTime()
    expect(moment % 1_000).toBe(0)
    const { mtimeMs } = await stat(join(dataDir, 'manifest.json'))
    expect(mtimeMs).toBe(moment)
    if (moment === last) expect(before?.getTime()).toBe(last)
    else expect(moment).toBeGreaterThan(last)
    last = moment
  }
})

test('the same snapshot published again keeps its moment', async () => {
  const dataDir = await temporaryFolder()
  await publish(dataDir, A)
  const moment = await publicationMoment(dataDir, A)
  await publish(dataDir, { ...A, source: 'other words' })
  expect(await publicationMoment(dataDir, A)).toEqual(moment)
})

test('a manifest that is put back by hand was published at that moment', async () => {
  const dataDir = await temporaryFolder()
  const file = join(dataDir, 'manifest.json')
  const longAgo = new Date('2026-01-01T00:00:00Z')
  await publish(dataDir, A)
  await publish(dataDir, B)
  await utimes(join(dataDir, 'manifest.previous.json'), longAgo, longAgo)
  const beforeMs = Date.now()
  await rename(join(dataDir, 'manifest.previous.json'), file)
  expect((await publicationMoment(dataDir, A)).getTime()).toBeGreaterThanOrEqual(Math.floor(beforeMs / 1_000) * 1_000)
})

test('a clock that was put back does not make a publication earlier', async () => {
  const dataDir = await temporaryFolder()
  await publish(dataDir, A)
  const future = new Date(Date.now() + 3_600_000)
  await Bun.write(
    join(dataDir, 'publication.json'),
    JSON.stringify({ snapshotId: A.snapshotId, publishedAt: future.toISOString() }),
  )
  const published = await publicationMoment(dataDir, A)
  expect(published.getTime()).toBeGreaterThanOrEqual(future.getTime())
  await publish(dataDir, B)
  expect((await publicationMoment(dataDir, B)).getTime()).toBe(published.getTime() + 1_000)
})
