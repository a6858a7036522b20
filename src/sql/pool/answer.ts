import type { SqlStream } from '../../core/ports.ts'
import type { Engine, EngineRun } from '../processes/engine-handle.ts'
import type { Job } from './job.ts'
import { changedAnswer } from './pool-errors.ts'

/** What becomes of an answer on its way. */
export interface AnswerEvents {
  /** True while the query is still that of this process. */
  isCurrent(): boolean
  /** Told that the stream takes no more for now; settles when the query may go on. */
  onFull(taken: Promise<void>): Promise<void>
  /** Told that the query began anew and gives another answer than the one whose beginning is sent. */
  onChanged(reason: Error): void
}

/**
 * Runs a query on a process. Its answer is the result, or goes to its stream as it is made: what the stream has been given
 * by an earlier execution is not given again.
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
