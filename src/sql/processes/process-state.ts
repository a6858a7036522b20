import { readFileSync } from 'node:fs'

/** Bytes of a page in /proc/<pid>/statm, with the usual kernel of every Linux that Bun runs on. */
const PAGE_BYTES = 4096

/** Private bytes of a process; pages of mapped files are not counted. Undefined if the system does not report them. */
export function privateBytesOf(pid: number): number | undefined {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident! - shared!) * PAGE_BYTES
  } catch {
    return undefined
  }
}

/** Processor time, in milliseconds, of the main thread of a process, which runs its query. Undefined if it is not available. */
export function processorMsOf(pid: number): number | undefined {
  try {
    const ms = Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'latin1'), 10) / 1_000_000
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    return undefined
  }
}

/** True if a process has been stopped by a signal (SIGSTOP); false if the system does not report it. */
export function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses can contain anything, so the state is read after the last parenthesis.
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'T'
  } catch {
    return false
  }
}
