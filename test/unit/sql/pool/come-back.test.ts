import { expect, test } from 'bun:test'
import type { CatalogError } from '../../../../src/core/errors.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { simulated, simulatedClock, simulatedEngines } from '../../../fixtures/processes/simulated-engines.ts'

/** In a time that is simulated: clients ask, and those who are refused ask again when they were told to. */
async function comeBack(clients: number, { processes = 2, queue = 4, ms = 4_000, timeoutMs = 10_000 } = {}) {
  const clock = simulatedClock()
  const engines = simulatedEngines(clock)
  const pool = createSqlPool({
    catalogPath: '',
    processes,
    queue,
    timeoutMs,
    memoryMb: 512,
    start: engines.start,
    clock,
  })
  await clock.run(1_000)
  /** How often each was refused. */
  const refusals: number[] = []
  let ended = 0
  const ask = (client: number): void => {
    const query = { sql: simulated({ ms, mb: 40 }, client), maxRows: 1, clients: new Set([`c${client}`]) }
    pool.run(query).then(
      () => {
        ended += 1
      },
      ({ code, help }: CatalogError) => {
        if (code !== 'too_many_queries') ended += 1
        else {
          refusals[client] = (refusals[client] ?? 0) + 1
          clock.after(help.retryAfterS! * 1_000, () => ask(client))
        }
      },
    )
  }
  // The service has seen queries of this kind before.
  for (let client = 0; client < 2 * processes; client += 1) ask(client)
  await clock.run(60_000)
  for (let client = 0; client < clients; client += 1) ask(100 + client)
  await clock.run(600_000, () => ended === 2 * processes + clients)
  await pool.close()
  return { ended: ended - 2 * processes, refusals: Object.values(refusals) }
}

test.each([
  ['that are all answered', 4_000],
  ['that all run out of time', Number.POSITIVE_INFINITY],
])('who comes back when it was told to finds a place, beside queries %s', async (_, ms) => {
  const { ended, refusals } = await comeBack(40, { ms })
  expect(ended).toBe(40)
  expect(refusals.length).toBeGreaterThan(20)
  // An estimate, since nobody knows how long the others take: nearly all are refused once.
  expect(refusals.filter((times) => times === 1).length).toBeGreaterThanOrEqual(0.9 * refusals.length)
})
