import { join } from 'node:path'
import { Tally, type TallyValues } from './siege-actors.ts'

/** How many clients of each kind there are. */
export interface Crowd {
  readonly endless?: number
  readonly long?: number
  readonly silent?: number
  readonly idle?: number
  readonly slow?: number
}

/** How the crowd's requests ended, and how many connections it had open. */
export interface CrowdEnds {
  readonly endless: TallyValues
  readonly long: TallyValues
  readonly connections: number
}

/** Lets clients besiege a server until `leave` is called. */
export async function startCrowd(
  port: number,
  crowd: Crowd,
): Promise<{ leave(): Promise<{ readonly endless: Tally; readonly long: Tally; readonly connections: number }> }> {
  const script = join(import.meta.dir, 'siege-crowd.ts')
  const child = Bun.spawn([process.execPath, script, String(port), JSON.stringify(crowd)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  while (!said.includes('\n')) {
    const { value, done } = await lines.read()
    if (done) throw new Error(`The besieging clients did not start: ${said}`)
    said += value
  }
  return {
    async leave() {
      child.kill('SIGTERM')
      for (let end = await lines.read(); !end.done; end = await lines.read()) said += end.value
      const { endless, long, connections }: CrowdEnds = JSON.parse(said.trim().split('\n').at(-1)!)
      return { endless: Tally.from(endless), long: Tally.from(long), connections }
    },
  }
}
