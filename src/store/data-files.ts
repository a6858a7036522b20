import { join } from 'node:path'
import type { DataFile } from '../core/ports.ts'
import { mapIfPossible } from '../files/map-file.ts'
import type { FileRef } from '../format/manifest.ts'
import { verifyFile } from './verify-file.ts'

/**
 * The files of whole tables, by their public names. At full size they are most of a snapshot's bytes, and only downloads
 * read them: a file is verified by its hash when it is first requested, not while a server starts.
 */
export function dataFiles(
  dataDir: string,
  files: Readonly<Record<string, FileRef>>,
): (name: string) => DataFile | undefined {
  const opened = new Map<string, DataFile>()
  return (name) => {
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    if (file === undefined) return undefined
    const known = opened.get(name) ?? openDataFile(dataDir, file)
    opened.set(name, known)
    return known
  }
}

function openDataFile(dataDir: string, file: FileRef): DataFile {
  const path = join(dataDir, file.path)
  let verification: Promise<void> | undefined
  let isVerified = false
  let bytes: Uint8Array<ArrayBuffer> | undefined
  let isMapped = false
  return {
    path,
    verified() {
      if (isVerified) return undefined
      verification ??= verifyFile(dataDir, file).then(
        () => {
          isVerified = true
        },
        (error: unknown) => {
          // A failed read can succeed the next time.
          verification = undefined
          throw error
        },
      )
      return verification
    },
    mapped() {
      if (!isMapped) bytes = mapIfPossible(path)
      isMapped = true
      return bytes
    },
  }
}
