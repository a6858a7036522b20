import { open, rename } from 'node:fs/promises'

/** Returns when a file is on the disk, where a power failure leaves it. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

/** Puts a text in the place of a file in one step: whoever looks finds the old one or the new one whole. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await Bun.write(`${path}.tmp`, text)
  await syncToDisk(`${path}.tmp`)
  await rename(`${path}.tmp`, path)
}
