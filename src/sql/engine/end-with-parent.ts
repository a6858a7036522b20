import { dlopen } from 'bun:ffi'

/** Names of the C library on Linux: that of GNU, and those of musl. */
const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']
const PR_SET_PDEATHSIG = 1
const SIGKILL = 9n

/**
 * Makes the system kill this process when its parent ends. This also works for a stopped process, which could not check for
 * itself. False if the system does not support it, or the parent has already ended.
 */
export function endWithParent(): boolean {
  if (process.platform !== 'linux') return false
  const parent = process.ppid
  for (const name of LIBRARIES) {
    try {
      const { symbols } = dlopen(name, { prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' } })
      return symbols.prctl(PR_SET_PDEATHSIG, SIGKILL, 0n, 0n, 0n) === 0 && process.ppid === parent
    } catch {
      // Another C library, or none available.
    }
  }
  return false
}
