import { dlopen } from 'bun:ffi'

/** The C library under its names on Linux: that of GNU, and those of musl. */
const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']
const PR_SET_PDEATHSIG = 1
const SIGKILL = 9n

/**
 * Has the system kill this process when its parent ends, which works for a stopped process too, whereas one that looks
 * for itself does not look while it is stopped. False where the system has no such thing, or the parent has ended already.
 */
export function endWithParent(): boolean {
  if (process.platform !== 'linux') return false
  const parent = process.ppid
  for (const name of LIBRARIES) {
    try {
      const { symbols } = dlopen(name, { prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' } })
      return symbols.prctl(PR_SET_PDEATHSIG, SIGKILL, 0n, 0n, 0n) === 0 && process.ppid === parent
    } catch {
      // Another C library, or none that can be had.
    }
  }
  return false
}
