import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { startServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const MAX_FILES = 120

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

/** Requests that need a file which nothing has opened before. */
const REQUESTS: readonly string[] = [
  ...['/swagger-ui/swagger-ui.css', '/rest/openapi.json', '/metrics', '/data/exoplanets.parquet'].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ),
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${PING.length}\r\n\r\n${PING}`,
]

/** Asks on a connection that is open already; gives the head of the answer and what has come of its body by then. */
async function askOn(socket: Socket, request: string): Promise<string> {
  const head = Promise.withResolvers<void>()
  let answer = ''
  const take = (data: Buffer): void => {
    answer += data.toString('latin1')
    if (answer.includes('\r\n\r\n')) head.resolve()
  }
  socket.on('data', take).once('close', head.resolve)
  socket.write(request)
  await head.promise
  socket.off('data', take)
  return answer
}

skipUnless(hasProc, NO_PROC).test(
  'without file descriptors, what needs one is answered 503 with a time, and 200 later',
  async () => {
    const server = await startServer(
      { SQL_PROCESSES: '1' },
      [],
      ['sh', '-c', `ulimit -n ${MAX_FILES}; exec "$@"`, 'sh'],
    )
    const sockets: Socket[] = []
    const open = async (): Promise<Socket> => {
      const socket = connect(server.port, '127.0.0.1')
      sockets.push(socket)
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      return socket
    }
    try {
      const kept: Socket[] = []
      for (const _ of REQUESTS) kept.push(await open())
      // Accepted before the others, which take all that is left.
      for (const socket of kept)
        expect(await askOn(socket, 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')).toStartWith('HTTP/1.1 200')
      for (let i = 0; i < 2 * MAX_FILES; i += 1) await open()
      await waitFor('no file descriptors', () =>
        readdirSync(`/proc/${server.pid}/fd`).length >= MAX_FILES - 1 ? true : undefined,
      )
      const answers: string[] = []
      for (const [i, request] of REQUESTS.entries()) answers.push(await askOn(kept[i]!, request))
      for (const answer of answers.filter((text) => !text.startsWith('HTTP/1.1 200'))) {
        expect(answer).toStartWith('HTTP/1.1 503')
        expect(answer).toMatch(/\r\nretry-after: [1-9]/i)
        expect(answer).toContain('"code":"resource_exhausted"')
      }
      expect(server.log()).not.toContain('"kind":"problem"')
      expect(server.log()).toContain('"kind":"exhausted"')

      for (const socket of sockets) socket.destroy()
      for (const request of REQUESTS)
        await waitFor(
          `200 for ${request.slice(0, 40)}`,
          async () => ((await askOn(await open(), request)).startsWith('HTTP/1.1 200') ? true : undefined),
          30_000,
        )
    } finally {
      for (const socket of sockets) socket.destroy()
      await server.stop()
    }
  },
)
