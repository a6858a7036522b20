import { expect } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { createMemoryGroup, hasMemoryGroups, NO_MEMORY_GROUPS } from '../../fixtures/processes/memory-group.ts'
import { privateBytes } from '../../fixtures/processes/process-tree.ts'
import { startServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

const GIB = 2 ** 30
/** With fifty, the server takes as much: what is held is bounded after eight. */
const CLIENTS = 12
/** Requests of others meanwhile, a page and a query each, at the least; long queries make way for them, and come to their end. */
const ROUNDS = 20

/** An answer of 120 MB, another one for each client. */
function longPath(client: number): string {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 60)'
  return `/rest/query?sql=${encodeURIComponent(`${numbers} SELECT hex(zeroblob(1000000)) AS a, ${client} AS k FROM n`)}`
}

skipUnless(hasMemoryGroups && process.platform === 'linux', NO_MEMORY_GROUPS).test(
  'in 2 GiB, twelve clients that ask for 120 MB each and read nothing end nobody, and others are answered',
  async () => {
    const group = createMemoryGroup(2 * GIB)
    const sockets: Socket[] = []
    const server = await startServer({ SQL_PROCESSES: '2', SQL_TIMEOUT_MS: '240000' }, [], group.prefix)
    try {
      const statuses: number[] = []
      const silent = Array.from({ length: CLIENTS }, (_, i) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.1.${i + 1}` })
        sockets.push(socket)
        socket.on('error', () => resolve()).on('close', () => resolve())
        socket.once('data', (data: Buffer) => {
          statuses.push(Number(data.toString('latin1').split(' ', 2)[1]))
          socket.pause()
          resolve()
        })
        socket.write(`GET ${longPath(i)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        return promise
      })
      let [isDone, most] = [false, 0]
      void Promise.all(silent).then(() => {
        isDone = true
      })
      for (let i = 1; i <= ROUNDS || !isDone; i += 1) {
        const page = await fetch(`${server.url}/rest/exoplanets?limit=20&page=${i}`)
        const short = await fetch(`${server.url}/rest/query?sql=SELECT+${i}`)
        expect([page.status, short.status]).toEqual([200, 200])
        await page.bytes()
        await short.bytes()
        most = Math.max(most, privateBytes([server.pid]))
        await Bun.sleep(50)
      }
      // Each has an answer, or was told that there is too much unread.
      expect(statuses.filter((status) => status === 200 || status === 503).length).toBe(CLIENTS)
      expect(most).toBeLessThan(GIB)
      expect(group.endedBySystem()).toBe(0)
    } finally {
      for (const socket of sockets) socket.destroy()
      await server.stop()
      await group.remove()
    }
  },
)
