import { join } from 'node:path'
import type { DataFile } from '../core/ports.ts'
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
  const verifications = new Map<string, Promise<void>>()
  return (name) => {
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    if (file === undefined) return undefined
    return {
      path: join(dataDir, file.path),
      verified() {
        const known = verifications.get(name)
        if (known !== undefined) return known
        const verification = verifyFile(dataDir, file)
        verifications.set(name, verification)
        // A failed read can succeed the next time.
        verification.catch(() => verifications.delete(name))
        return verification
      },
    }
  }
}
