import { readUrl } from './http-read.ts'
import type { ReadableStorage } from './storage.ts'

/** A storage that can be read by anyone under an http or https address: a public bucket, a CDN, a folder of a web server. */
export function webStorage(address: string): ReadableStorage {
  return {
    address,
    read: (key, from) =>
      readUrl(`${address}/${key} cannot be read`, `${address}/${key}`, from, async ({ status }) =>
        status === 404 ? '' : `its server answered with status ${status}`,
      ),
  }
}
