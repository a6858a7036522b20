import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { startServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const MAX_FILES = 120

/** Asks on a connection that is open already, since none can be opened any more; gives the head of the answer. */
function askOn(socket: Socket, path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('data', (data) => resolve(String(data)))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return promise
}

skipUnless(hasProc, NO_PROC).test(
  'a server without file descriptors for new SQL processes goes on, and has SQL again when there are some',
  async () => {
    const server = await startServer(
      { SQL_PROCESSES: '1' },
      [],
      ['sh', '-c', `ulimit -n ${MAX_FILES}; exec "$@"`, 'sh'],
    )
    const open = (): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const socket = connect(server.port, '127.0.0.1', () => resolve(socket))
        socket.on('error', reject)
      })
    const idle: Socket[] = []
    try {
      const kept = await open()
      expect(await askOn(kept, '/rest/query?sql=SELECT+1')).toStartWith('HTTP/1.1 200')
      for (let i = 0; i < 2 * MAX_FILES; i += 1) idle.push(await open())
      await waitFor('no file descriptors', () =>
        readdirSync(`/proc/${server.pid}/fd`).length >= MAX_FILES - 1 ? true : undefined,
      )
      // What they leave goes to connections that wait.
      for (const { pid } of engineProcesses(server.pid)) process.kill(pid, 'SIGKILL')
      await waitFor('a start that fails', () => (server.log().includes('"phase":"start"') ? true : undefined))
      const refused = await askOn(kept, '/rest/query?sql=SELECT+2')
      expect(refused).toStartWith('HTTP/1.1 503')
      expect(refused).toContain('sql_unavailable')
      expect(refused.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
      expect(await askOn(kept, '/rest/exoplanets?limit=1')).toStartWith('HTTP/1.1 200')

      for (const socket of idle) socket.destroy()
      await waitFor(
        'SQL again',
        async () => ((await askOn(kept, '/rest/query?sql=SELECT+3')).startsWith('HTTP/1.1 200') ? true : undefined),
        30_000,
      )
      kept.destroy()
    } finally {
      for (const socket of idle) socket.destroy()
      await server.stop()
    }
  },
)
