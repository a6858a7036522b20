import { closeSync, openSync } from 'node:fs'

/** Number of files that a package and its imports open at the same time, plus some for connections in the meantime. */
const FILES_TO_LOAD = 32

/**
 * Throws the system's error (such as `EMFILE`) if this process cannot open that many more files now. Call it before
 * lazily loading code: a package that cannot be read for that reason is treated as missing for the life of the process.
 */
export function checkFreeFiles(count = FILES_TO_LOAD): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync(import.meta.path, 'r'))
  } finally {
    for (const file of opened) closeSync(file)
  }
}
