import { resolve } from 'node:path'
import type { Setting } from './setting.ts'

/** A place where snapshots are published, or from which they are pulled. */
export type StorageAddress =
  | { readonly kind: 's3'; readonly address: string; readonly bucket: string; readonly prefix: string }
  | { readonly kind: 'web'; readonly address: string }
  | { readonly kind: 'folder'; readonly address: string }

/** A place where snapshots can be published. */
export type WritableAddress = Exclude<StorageAddress, { readonly kind: 'web' }>

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.!*'()/-]*))?$/

/** Parses an address. Throws an Error whose message completes the sentence "It must be …". */
function parseStorageAddress(text: string): StorageAddress {
  const bare = text.replace(/\/+$/, '')
  if (/^https?:/i.test(text)) {
    if (!URL.canParse(bare) || /[?#]/.test(bare)) throw new Error('an http or https address without a query')
    return { kind: 'web', address: bare }
  }
  if (/^s3:/i.test(text)) {
    const [, bucket, prefix = ''] = S3_ADDRESS.exec(bare) ?? []
    if (bucket === undefined || /(^|\/)(\.{1,2})?(\/|$)/.test(prefix.replace(/^$/, 'x')))
      throw new Error('an address such as s3://bucket/prefix')
    return { kind: 's3', address: bare, bucket, prefix }
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw new Error('an address such as s3://bucket/prefix, or a folder')
  return { kind: 'folder', address: resolve(text) }
}

/** Where to publish. */
export const PUBLISH_TO: Setting<WritableAddress | undefined> = {
  name: 'PUBLISH_TO',
  flag: 'to',
  default: '',
  defaultInWords: 'none; required',
  range: 's3 address or folder',
  help: 'Where the snapshot is published, such as s3://bucket/prefix or a folder',
  parse(value) {
    if (value === '') return undefined
    const address = parseStorageAddress(value)
    if (address.kind === 'web') throw new Error('an address such as s3://bucket/prefix, or a folder')
    return address
  },
}

/** Where to pull from. */
export const PULL_FROM: Setting<StorageAddress | undefined> = {
  name: 'PULL_FROM',
  flag: 'from',
  default: '',
  defaultInWords: 'none; required',
  range: 's3, http or https address, or folder',
  help: 'Where the snapshot is pulled from, such as s3://bucket/prefix, https://example.org/prefix or a folder',
  parse: (value) => (value === '' ? undefined : parseStorageAddress(value)),
}
