/** Commands that renew the snapshot of a data folder, and the files there that tell how they last ended. */
export const RUN_RECORD_FILES = { refresh: 'refresh.last.json', pull: 'pull.last.json' } as const
export type RecordedCommand = keyof typeof RUN_RECORD_FILES

export const RUN_RESULTS = ['published', 'unchanged', 'failed'] as const
export type RunResult = (typeof RUN_RESULTS)[number]

/** How a command last ended, and when it last ended so or otherwise. */
export interface RunRecord {
  readonly result: RunResult
  /** What it said, if it failed. */
  readonly detail?: string
  /** When each result last was, as ISO 8601; absent for one that has not been. */
  readonly at: { readonly [result in RunResult]?: string }
}

/** The record in the text of a file; undefined where there is none. */
export function readRunRecord(text: string | undefined): RunRecord | undefined {
  try {
    const content = JSON.parse(text ?? '') as RunRecord
    const isTime = (time: unknown): boolean => typeof time === 'string' && !Number.isNaN(Date.parse(time))
    return RUN_RESULTS.includes(content.result) && Object.values(content.at).every(isTime) ? content : undefined
  } catch {
    return undefined
  }
}

/** The record after another run. */
export function nextRunRecord(
  former: RunRecord | undefined,
  result: RunResult,
  now: Date,
  detail: string | undefined,
): RunRecord {
  return { result, ...(detail === undefined ? {} : { detail }), at: { ...former?.at, [result]: now.toISOString() } }
}
