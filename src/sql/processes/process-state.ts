import { readFileSync } from 'node:fs'

/** Bytes of a page in /proc/<pid>/statm, on every Linux that Bun runs on with its usual kernel. */
const PAGE_BYTES = 4096

/**
 * Bytes of memory that a process has for itself; pages of mapped files are not counted. Undefined where the system does
 * not tell.
 */
export function privateBytesOf(pid: number): number | undefined {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident! - shared!) * PAGE_BYTES
  } catch {
    return undefined
  }
}

/**
 * Milliseconds of processor time that the main thread of a process has had, which is the one that runs its query. Undefined
 * where the system does not tell.
 */
export function processorMsOf(pid: number): number | undefined {
  try {
    const ms = Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'latin1'), 10) / 1_000_000
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    return undefined
  }
}

/** True where a process has been stopped by a signal (SIGSTOP); false where the system does not tell. */
export function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold anything, so the state is what follows the last one.
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'T'
  } catch {
    return false
  }
}
