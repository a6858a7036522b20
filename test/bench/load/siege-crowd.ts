/**
 * The clients that besiege a server, in a process of their own with low priority: on other machines they would not take the
 * processor from the server, nor delay the clients whose answers are timed. Prints a line when all are connected, and how
 * their requests ended when it is told to end (SIGTERM).
 * Usage: bun siege-crowd.ts PORT '{"endless":8,"long":5,"silent":20,"idle":2000,"slow":20}'
 */
import { setPriority } from 'node:os'
import { NICENESS } from '../../../src/sql/protocol/frames.ts'
import type { Crowd, CrowdEnds } from './crowd.ts'
import { askEndless, askLong, openConnections, Tally, writeSlowly } from './siege-actors.ts'

setPriority(NICENESS)
const port = Number(process.argv[2])
const { endless = 0, long = 0, silent = 0, idle = 0, slow = 0 }: Crowd = JSON.parse(process.argv[3]!)
const base = `http://127.0.0.1:${port}`
const leave = new AbortController()
const ends = { endless: new Tally(), long: new Tally() }

/** An answer of megabytes for each client. */
function longRequest(client: number): string {
  const sql = encodeURIComponent(`SELECT ${client} AS k, a.*, b.pl_name AS other FROM exoplanets a, exoplanets b`)
  const from = `X-Forwarded-For: 198.51.100.${client}`
  return `GET /rest/query?limit=10000&sql=${sql} HTTP/1.1\r\nHost: localhost\r\n${from}\r\n\r\n`
}

const sockets = [...(await openConnections(port, silent, longRequest)), ...(await openConnections(port, idle))]
process.once('SIGTERM', () => leave.abort(new Error('left')))
process.stdout.write('under way\n')
await Promise.all([
  askEndless(base, endless, ends.endless, leave.signal),
  askLong(base, long, ends.long, leave.signal),
  writeSlowly(port, slow, leave.signal),
])
for (const socket of sockets) socket.destroy()
const said: CrowdEnds = { endless: ends.endless.toJSON(), long: ends.long.toJSON(), connections: sockets.length }
process.stdout.write(`${JSON.stringify(said)}\n`)
process.exit(0)
