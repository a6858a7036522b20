import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../format/manifest.ts'

/** How often the manifest is looked at, where the system tells nothing of changes: a network drive, a replaced folder. */
const POLL_MS = 5_000

/** What makes one manifest file another: a build puts a new file in its place. */
async function identify(path: string): Promise<string> {
  return stat(path).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => '',
  )
}

/**
 * Calls `onChange` whenever a data folder has got another manifest since the call, at once where the system reports
 * changes and within `pollMs` everywhere. Gives the way to stop.
 */
export function watchManifest(dataDir: string, onChange: () => void, pollMs = POLL_MS): () => void {
  const path = join(dataDir, MANIFEST_FILE)
  let isClosed = false
  let known = identify(path)
  const look = async (): Promise<void> => {
    const before = known
    known = identify(path)
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
    // The system has no watches left, or the drive has none: looking now and then has to do.
  }
  const timer = setInterval(() => void look(), pollMs)
  timer.unref()
  return () => {
    isClosed = true
    clearInterval(timer)
    watcher?.close()
  }
}
