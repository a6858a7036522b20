import { expect } from 'bun:test'
import { join } from 'node:path'
import { startServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

/** Faults that nobody has thought of, outside of any request, when a signal comes. */
const FAULTY = `process.on('SIGWINCH', () => {
  setTimeout(() => { throw new Error('of a timer') }, 0)
  setTimeout(() => void Promise.reject(new Error('of a promise')), 0)
  setTimeout(() => process.emit('nothing', Promise.reject('no error at all')), 0)
})`

skipUnless(process.platform !== 'win32', 'there are no signals').test(
  'an error that nobody catches is counted, logged with its stack, and ends nothing',
  async () => {
    const preload = join(await temporaryFolder(), 'faulty.ts')
    await Bun.write(preload, FAULTY)
    const server = await startServer({ BUN_OPTIONS: `--preload ${preload}`, SQL_PROCESSES: '1' })
    try {
      const faults = (): { readonly level: string; readonly error: string }[] =>
        server
          .log()
          .split('\n')
          .filter((line) => line.includes('"kind":"unhandled"'))
          .map((line) => JSON.parse(line))
      process.kill(server.pid, 'SIGWINCH')
      await waitFor('three faults in the log', () => (faults().length === 3 ? true : undefined))
      const texts = faults().map(({ error }) => error)
      expect(texts).toContainEqual(expect.stringMatching(/Error: of a timer\n\s+at .*faulty\.ts/))
      expect(texts).toContainEqual(expect.stringMatching(/Error: of a promise\n\s+at .*faulty\.ts/))
      expect(texts).toContain('no error at all')
      expect(new Set(faults().map(({ level }) => level))).toEqual(new Set(['error']))
      for (const path of ['/health', '/rest/exoplanets?limit=1', '/rest/query?sql=SELECT+1'])
        expect((await fetch(server.url + path)).status).toBe(200)
      expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
        'catalog_errors_total{kind="unhandled"} 3\n',
      )
    } finally {
      await server.stop()
    }
  },
)
