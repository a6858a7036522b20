import { open, rename, utimes } from 'node:fs/promises'

/** Returns when a file is on the disk, where a power failure leaves it. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

/**
 * Puts a text in the place of a file in one step: whoever looks finds the old one or the new one whole. `modified` is the
 * time that the file then bears, now unless it is given.
 */
export async function replaceFile(path: string, text: string, modified?: Date): Promise<void> {
  await Bun.write(`${path}.tmp`, text)
  if (modified !== undefined) await utimes(`${path}.tmp`, modified, modified)
  await syncToDisk(`${path}.tmp`)
  await rename(`${path}.tmp`, path)
}
