import { closeSync, openSync } from 'node:fs'

/** As many as a package with all that it imports has open at the same time, and some that connections may take meanwhile. */
const FILES_TO_LOAD = 32

/**
 * Throws the system's error (`EMFILE` and its like) where this process cannot open so many more files now. To be called
 * before code is loaded late: a package that cannot be read for that reason is taken for missing as long as the process
 * lives.
 */
export function checkFreeFiles(count = FILES_TO_LOAD): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync(import.meta.path, 'r'))
  } finally {
    for (const file of opened) closeSync(file)
  }
}
