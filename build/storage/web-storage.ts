import { readUrl } from './http-read.ts'
import type { ReadableStorage } from './storage.ts'

/** A publicly readable storage at an http or https URL: a public bucket, a CDN, or a folder of a web server. */
export function webStorage(address: string): ReadableStorage {
  return {
    address,
    read: (key, from) =>
      readUrl(`${address}/${key} cannot be read`, `${address}/${key}`, from, async ({ status }) =>
        status === 404 ? '' : `its server responded with status ${status}`,
      ),
  }
}
