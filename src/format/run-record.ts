/** Commands that update the snapshot of a data folder, and the files in it that record their last results. */
export const RUN_RECORD_FILES = { refresh: 'refresh.last.json', pull: 'pull.last.json' } as const
export type RecordedCommand = keyof typeof RUN_RECORD_FILES

export const RUN_RESULTS = ['published', 'unchanged', 'failed'] as const
export type RunResult = (typeof RUN_RESULTS)[number]

/** The last result of a command, and the last time of each result. */
export interface RunRecord {
  readonly result: RunResult
  /** Its message, if it failed. */
  readonly detail?: string
  /** Last time of each result, as ISO 8601; absent if it has not occurred. */
  readonly at: { readonly [result in RunResult]?: string }
}

/** Parses a record from the text of a file; undefined if there is none. */
export function readRunRecord(text: string | undefined): RunRecord | undefined {
  try {
    const content = JSON.parse(text ?? '') as RunRecord
    const isTime = (time: unknown): boolean => typeof time === 'string' && !Number.isNaN(Date.parse(time))
    return RUN_RESULTS.includes(content.result) && Object.values(content.at).every(isTime) ? content : undefined
  } catch {
    return undefined
  }
}

/** The record after a further run. */
export function nextRunRecord(
  former: RunRecord | undefined,
  result: RunResult,
  now: Date,
  detail: string | undefined,
): RunRecord {
  return { result, ...(detail === undefined ? {} : { detail }), at: { ...former?.at, [result]: now.toISOString() } }
}
