import type { SqlStream } from '../../core/ports.ts'
import type { Engine, EngineRun } from '../processes/engine.ts'
import type { Job } from './job.ts'
import { changedAnswer } from './pool-errors.ts'

/** Handlers for events during an answer. */
export interface AnswerEvents {
  /** True while the process still runs this query. */
  isCurrent(): boolean
  /** Called when the stream accepts no more for now; settles when the query may continue. */
  onFull(taken: Promise<void>): Promise<void>
  /** Called when a restarted query returns an answer that differs from the part already sent. */
  onChanged(reason: Error): void
}

/**
 * Runs a query on a process. Resolves with the result, or writes it to the query's stream as it is produced, skipping the bytes
 * that an earlier execution has already written.
 */
export function runForAnswer({ query, replay }: Job, engine: Engine, events: AnswerEvents): EngineRun {
  const { stream } = query
  if (replay === undefined || stream === undefined) return engine.run(query)
  const execution = replay.execution()
  const rest: SqlStream = {
    fromBytes: execution.fromBytes,
    write(pieces) {
      if (!events.isCurrent()) return undefined
      const next = execution.next(pieces)
      if (next === undefined) {
        events.onChanged(changedAnswer())
        return undefined
      }
      if (next.length === 0) return undefined
      const taken = stream.write(next)
      return taken === undefined ? undefined : events.onFull(taken)
    },
  }
  const { result, free } = engine.run({ ...query, stream: rest })
  const whole = result.then((value) => {
    if (!events.isCurrent()) return value
    const json = execution.last(value.json)
    if (json !== undefined) return { ...value, json }
    events.onChanged(changedAnswer())
    return value
  })
  return { result: whole, free }
}
