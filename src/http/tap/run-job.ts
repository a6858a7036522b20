import type { Catalog } from '../../core/catalog/catalog.ts'
import { encodeNoRows } from '../../formats/vo/no-rows.ts'
import { VO_FORMATS } from '../../formats/vo/vo-output.ts'
import type { ExecuteJob } from '../../tap/jobs/job-runner.ts'
import { readTapQuery } from './tap-request.ts'
import { ofQuery, outputOf, storedTable, type Translate } from './translations.ts'

/** Runs queries of jobs on the current snapshot. */
export function createExecute(catalog: () => Catalog, translated: Translate): ExecuteJob {
  return async (job, write, signal) => {
    const current = catalog()
    const asked = readTapQuery(new Map(job.parameters.map(([name, value]) => [name, [value]])))
    const query = translated(current, asked.query)
    const output = outputOf(current, asked, query)
    const result = { mediaType: VO_FORMATS[asked.format].mediaType, snapshotId: output.snapshotId }
    const { maxRows } = asked
    const wholeTable = storedTable(current, query)
    if (maxRows === 0) write([encodeNoRows(output)])
    else if (wholeTable !== undefined) {
      const answer = current.wholeTable(wholeTable, output, maxRows)
      for (const piece of answer.stream?.() ?? [answer.body()]) {
        await write([piece])
        // Lets short requests run after each piece.
        await new Promise<void>((resolve) => setImmediate(resolve))
        signal.throwIfAborted()
      }
    } else {
      const { client, executionS } = job
      const timeoutMs = 1_000 * executionS
      const { pieces, body } = await current
        .select({ sql: query.sql, maxRows, vo: output, client, timeoutMs, stream: { fromBytes: 0, write } }, signal)
        .catch((error: unknown) => {
          throw ofQuery(error)
        })
      write(pieces ?? [body()])
    }
    return result
  }
}
