import type { Env } from '../../src/command-line/setting.ts'
import type { StorageAddress, WritableAddress } from '../../src/command-line/storage-address.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { ReadableStorage, Storage } from './storage.ts'
import { webStorage } from './web-storage.ts'

/** Opens a storage for reading. Sends no request yet. */
export function openReadableStorage(address: StorageAddress, env: Env): ReadableStorage {
  return address.kind === 'web' ? webStorage(address.address) : openStorage(address, env)
}

/** Opens a storage for publishing. Sends no request yet. */
export function openStorage(address: WritableAddress, env: Env): Storage {
  return address.kind === 's3'
    ? s3Storage(address.address, address.bucket, address.prefix, env)
    : folderStorage(address.address)
}
