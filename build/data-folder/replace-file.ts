import { open, rename, utimes } from 'node:fs/promises'

/** Resolves once a file is on disk, so that it survives a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

/**
 * Replaces a file with a text in one step: readers find either the complete old file or the complete new one. `modified` is the
 * modification time that the file gets, by default now.
 */
export async function replaceFile(path: string, text: string, modified?: Date): Promise<void> {
  await Bun.write(`${path}.tmp`, text)
  if (modified !== undefined) await utimes(`${path}.tmp`, modified, modified)
  await syncToDisk(`${path}.tmp`)
  await rename(`${path}.tmp`, path)
}
