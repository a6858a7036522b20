import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { publish as publishManifest } from '../../../build/data-folder/publish.ts'
import type { Manifest } from '../../../src/format/manifest.ts'
import { changedArchive } from '../../fixtures/archives/changed-archive.ts'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

// Its JSON names the snapshot, so that every snapshot has another file.
const PATH = '/stellarhosts/TRAPPIST-1.json'
const FILE = 'TRAPPIST-1.json'

let server: TestServer
let dataDir: string
let manifests: Readonly<Record<string, Manifest>>

// The files of all snapshots lie in one folder; one manifest after the other is published beside the running server.
beforeAll(async () => {
  dataDir = join(await temporaryFolder(), 'data')
  const built = await Promise.all([SAMPLE_ARCHIVE, await changedArchive(1), await changedArchive(2)].map(builtSnapshot))
  for (const snapshot of built) await cp(snapshot.dataDir, dataDir, { recursive: true })
  const [A, B, C] = built.map(({ manifest }) => manifest)
  manifests = { A: A!, B: B!, C: C! }
  await publishManifest(dataDir, A!)
  server = await startServer({ DATA_DIR: dataDir, SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

async function servedId(): Promise<string> {
  const health = (await (await fetch(`${server.url}/health`)).json()) as { readonly snapshot: { readonly id: string } }
  return health.snapshot.id
}

async function serves(snapshotId: string): Promise<void> {
  await waitFor(`snapshot ${snapshotId}`, async () => ((await servedId()) === snapshotId ? true : undefined))
}

/** Publishes a snapshot beside the running server, and waits until that serves it. */
async function publish(name: string): Promise<void> {
  await publishManifest(dataDir, manifests[name]!)
  await serves(manifests[name]!.snapshotId)
}

async function current(): Promise<{ readonly text: string; readonly headers: Headers }> {
  const response = await fetch(`${server.url}${PATH}`, { headers: { 'accept-encoding': 'identity' } })
  return { text: await response.text(), headers: response.headers }
}

interface Run {
  readonly exitCode: number
  readonly output: string
}

async function run(folder: string, command: readonly string[]): Promise<Run> {
  const child = Bun.spawn([...command, `${server.url}${PATH}`], { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const output = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
  return { exitCode: await child.exited, output }
}

const hasCurl = Bun.which('curl') !== null
const hasWget = Bun.which('wget') !== null
const CURL = [
  'curl',
  '--silent',
  '--show-error',
  '--fail',
  '--output',
  FILE,
  '--write-out',
  '%{http_code} %{size_download}',
]

/** Programs that renew a file that they have, by its date. */
const RENEWING = [
  ['curl -z', hasCurl, [...CURL, '--time-cond', FILE]],
  ['curl -R -z', hasCurl, [...CURL, '--remote-time', '--time-cond', FILE]],
  ['wget -N', hasWget, ['wget', '--no-verbose', '--timestamping']],
] as const

describe.each(RENEWING)('%s', (_name, isThere, command) => {
  // Skipped where the program is not installed.
  skipUnless(isThere, 'curl or wget is not installed').test(
    'ends with the current file in every order of snapshots',
    async () => {
      const folder = await temporaryFolder()
      for (const step of ['A', 'B', 'A', 'C', 'A', 'B', 'C', 'B']) {
        await publish(step)
        for (let again = 0; again < 2; again += 1) {
          expect(await run(folder, command)).toMatchObject({ exitCode: 0 })
          expect(await Bun.file(join(folder, FILE)).text()).toBe((await current()).text)
        }
      }
      // An operator puts the manifest before back in place.
      const before = await servedId()
      await rename(join(dataDir, 'manifest.previous.json'), join(dataDir, 'manifest.json'))
      await waitFor('the snapshot before', async () => ((await servedId()) === before ? undefined : true))
      expect(await run(folder, command)).toMatchObject({ exitCode: 0 })
      expect(await Bun.file(join(folder, FILE)).text()).toBe((await current()).text)
    },
  )

  skipUnless(isThere, 'curl or wget is not installed').test(
    'transfers nothing where the file is the current one',
    async () => {
      const folder = await temporaryFolder()
      // curl leaves the time of the download, which has to lie after the second of the publication.
      const publishedMs = Date.parse((await current()).headers.get('last-modified')!)
      await waitFor('the next second', () => (Date.now() > publishedMs + 1_000 ? true : undefined))
      expect((await run(folder, command)).exitCode).toBe(0)
      const { mtimeMs } = await stat(join(folder, FILE))
      const again = await run(folder, command)
      expect(again.exitCode).toBe(0)
      if (command[0] === 'curl') expect(again.output).toBe('304 0')
      else expect(again.output).not.toContain('saved')
      expect((await stat(join(folder, FILE))).mtimeMs).toBe(mtimeMs)
    },
  )
})

/** Programs that continue a download that was cut short. */
const RESUMING = [
  ['curl -C -', hasCurl, [...CURL, '--continue-at', '-']],
  ['wget -c', hasWget, ['wget', '--no-verbose', '--continue']],
] as const

describe.each(RESUMING)('%s', (_name, isThere, command) => {
  skipUnless(isThere, 'curl or wget is not installed').test(
    'continues a download wherever it was cut short, and leaves a whole one alone',
    async () => {
      const { text } = await current()
      for (const length of [1, text.length >> 1, text.length - 1]) {
        const folder = await temporaryFolder()
        await Bun.write(join(folder, FILE), text.slice(0, length))
        const { exitCode, output } = await run(folder, command)
        expect(exitCode).toBe(0)
        if (command[0] === 'curl') expect(output).toBe(`206 ${text.length - length}`)
        expect(await Bun.file(join(folder, FILE)).text()).toBe(text)
      }
      const folder = await temporaryFolder()
      await Bun.write(join(folder, FILE), text)
      await run(folder, command)
      expect(await Bun.file(join(folder, FILE)).text()).toBe(text)
    },
  )
})

// Skipped where curl is not installed.
skipUnless(hasCurl, 'curl or wget is not installed').test(
  'with If-Range, curl never joins parts of two snapshots',
  async () => {
    await publish('A')
    const { text, headers } = await current()
    await publish('B')
    for (const validator of [headers.get('etag')!, headers.get('last-modified')!]) {
      const folder = await temporaryFolder()
      await Bun.write(join(folder, FILE), text.slice(0, 100))
      const { exitCode } = await run(folder, [...CURL, '--continue-at', '-', '--header', `If-Range: ${validator}`])
      // The server sends the whole file, which curl takes for an error where it is to continue one.
      expect(exitCode).toBe(33)
      expect(await Bun.file(join(folder, FILE)).text()).toBe(text.slice(0, 100))
    }
  },
)

test('the date of an answer is when its snapshot was published, and it stays when that is published again', async () => {
  const beforeMs = Date.now()
  await publish('C')
  const date = Date.parse((await current()).headers.get('last-modified')!)
  expect(date).toBeGreaterThan(beforeMs)
  // In whole seconds, rounded up, and a second after the one before, which may have been published a moment ago.
  expect(date).toBeLessThanOrEqual(Date.now() + 3_000)
  const { headers } = await current()
  await publishManifest(dataDir, manifests.C!)
  await Bun.sleep(300)
  expect((await current()).headers.get('last-modified')).toBe(headers.get('last-modified'))
})
