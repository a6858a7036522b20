import { join } from 'node:path'
import { EXIT_LOCKED } from '../command-line/run-command.ts'
import type { Observe } from '../observe.ts'

/** The command that pulls a snapshot into the data folder. */
const PULL_COMMAND = join(import.meta.dir, '../../build/transfer/pull-main.ts')

export interface PullLoopOptions {
  readonly from: string
  readonly dataDir: string
  /** The pause between two checks in seconds; 0: check only once. */
  readonly pollS: number
  readonly observe: Observe
  /** The command line of a pull, without its flags. */
  readonly command?: readonly string[]
}

/** Periodic pulls, each in a separate process, so that the server keeps answering in the meantime. */
export interface PullLoop {
  /** Resolves when the first pull has ended, whether it succeeded or not. */
  readonly first: Promise<void>
  /** Makes no further pulls, and ends the pull in progress. */
  stop(): void
}

/** Starts pulling snapshots. The server detects new snapshots by itself. */
export function startPullLoop(options: PullLoopOptions): PullLoop {
  const { from, dataDir, pollS, observe, command = [process.execPath, PULL_COMMAND] } = options
  let isStopped = false
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  let told = ''
  const fail = (detail: string): void => {
    // Logged once while the message stays the same: the storage may be unavailable for hours.
    if (!isStopped && detail !== told) observe({ kind: 'snapshot_pull_failed', from, detail })
    told = detail
  }
  const pull = async (): Promise<void> => {
    try {
      child = Bun.spawn([...command, '--from', from, '--data', dataDir], {
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [said, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()])
      const exitCode = await child.exited
      if (exitCode === EXIT_LOCKED) return
      if (exitCode !== 0) {
        fail(complaint.trim() || `The pull ended with exit code ${exitCode}.`)
        return
      }
      told = ''
      const last = said.trimEnd().split('\n').at(-1)!
      if (!last.startsWith('Nothing has changed')) observe({ kind: 'snapshot_pulled', from, detail: last })
    } catch (error) {
      fail(`The pull could not be started: ${error}`)
    } finally {
      child = undefined
    }
  }
  let timer: Timer | undefined
  const schedule = (): void => {
    if (isStopped || pollS === 0) return
    // Jitter: servers started together should not check at the same time.
    const pauseMs = pollS * 1_000 * (0.9 + 0.2 * Math.random())
    timer = setTimeout(() => void pull().then(schedule), pauseMs)
  }
  const first = pull().then(schedule)
  return {
    first,
    stop() {
      isStopped = true
      clearTimeout(timer)
      child?.kill('SIGTERM')
    },
  }
}
