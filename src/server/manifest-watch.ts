import { type FSWatcher, type Stats, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../format/manifest.ts'

/** Polling interval for folders without change notifications: a network drive, a replaced folder. */
const POLL_MS = 5_000

/** Identifies a manifest file: a build always replaces it with a new file. Empty if there is none. */
function identify(stats: Stats | undefined): string {
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`
}

function identifyNow(path: string): string {
  try {
    return identify(statSync(path))
  } catch {
    return ''
  }
}

/**
 * Calls `onChange` when the data folder gets another manifest: at once if the system reports changes, otherwise within
 * `pollMs`. Returns the function that stops the watch.
 */
export function watchManifest(dataDir: string, onChange: () => void, pollMs = POLL_MS): () => void {
  const path = join(dataDir, MANIFEST_FILE)
  let isClosed = false
  // Not later: a manifest that is published from now on is another one.
  let known = Promise.resolve(identifyNow(path))
  const look = async (): Promise<void> => {
    const before = known
    known = stat(path).then(identify, () => '')
    const [was, is] = [await before, await known]
    if (!isClosed && is !== was && is !== '') onChange()
  }
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(dataDir, (_, name) => {
      if (name === MANIFEST_FILE || name === null) void look()
    })
    watcher.on('error', () => watcher?.close())
  } catch {
    // The system has no watches left, or the drive does not support them: polling has to suffice.
  }
  const timer = setInterval(() => void look(), pollMs)
  timer.unref()
  return () => {
    isClosed = true
    clearInterval(timer)
    watcher?.close()
  }
}
