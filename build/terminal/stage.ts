import type { BuildEffects } from './effects.ts'
import { formatDuration } from './format-duration.ts'

/** Runs one step of the build and reports it in one line. */
export async function timeStage<T>(effects: BuildEffects, stage: string, run: () => Promise<T>): Promise<T> {
  const start = effects.nowMs()
  const result = await run()
  effects.log(`${stage}: ${formatDuration(effects.nowMs() - start)}`)
  return result
}
