import type { BuildEffects } from './effects.ts'

/** Milliseconds as a person reads them. */
export function formatDuration(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
}

/** Runs one step of the build and reports it in one line. */
export async function timeStage<T>(effects: BuildEffects, stage: string, run: () => Promise<T>): Promise<T> {
  const start = effects.nowMs()
  const result = await run()
  effects.log(`${stage}: ${formatDuration(effects.nowMs() - start)}`)
  return result
}
