import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  EXPORT_FORMATS,
  EXPORT_PACK_MAGIC,
  type ExportFormat,
  indexHeadBytes,
  MAX_PACK_BYTES,
  PACK_FOOTER_BYTES,
  STORED_CODINGS,
} from '../../src/format/export-pack.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import type { CompressedExport } from '../workers/compress-export.ts'

const encoder = new TextEncoder()

/** Streams one export pack to disk; see src/format/export-pack.ts for the layout. */
export interface ExportPackWriter {
  /** Adds the files of one name. Names must be added in code-point order, each once. */
  add(name: string, files: Readonly<Record<ExportFormat, CompressedExport>>): void
  /** Writes the files added since the last call. */
  flush(): Promise<void>
  /** Writes the index, closes the file and renames it to its final name, which contains its hash. */
  finish(): Promise<FileRef>
  /** Removes the unfinished file. */
  abandon(): Promise<void>
}

export async function createExportPackWriter(dataDir: string, stem: string): Promise<ExportPackWriter> {
  const temporary = join(dataDir, `${stem}.pack.tmp`)
  await mkdir(dirname(temporary), { recursive: true })
  const file = await open(temporary, 'w')
  const hasher = new Bun.CryptoHasher('sha256')
  const offsets: number[] = []
  const identityBytes: number[] = []
  const names: Uint8Array[] = []
  const pending: Uint8Array[] = [encoder.encode(EXPORT_PACK_MAGIC)]
  let position = EXPORT_PACK_MAGIC.length

  const push = (bytes: Uint8Array): void => {
    pending.push(bytes)
    position += bytes.byteLength
    if (position > MAX_PACK_BYTES) throw new Error(`The export pack "${stem}" would be larger than 4 GiB.`)
  }
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(pending.splice(0))
    hasher.update(bytes)
    for (let written = 0; written < bytes.byteLength; )
      written += (await file.write(bytes, written, bytes.byteLength - written)).bytesWritten
  }

  return {
    add(name, files) {
      const utf8 = encoder.encode(name)
      const previous = names.at(-1)
      if (previous !== undefined && Buffer.compare(previous, utf8) >= 0)
        throw new Error(`The export pack "${stem}" got the name "${name}" out of order.`)
      names.push(utf8)
      for (const format of EXPORT_FORMATS) {
        identityBytes.push(files[format].identityBytes)
        for (const coding of STORED_CODINGS) {
          offsets.push(position)
          push(files[format][coding])
        }
      }
    },
    flush,
    async finish() {
      offsets.push(position)
      push(new Uint8Array((8 - (position % 8)) % 8))
      const indexStart = position
      const index = packIndex(offsets, identityBytes, names)
      push(index)
      push(packFooter(names.length, indexStart, index))
      await flush()
      await file.sync()
      await file.close()
      const sha256 = hasher.digest('hex')
      const path = `${stem}-${sha256.slice(0, 16)}.pack`
      await rename(temporary, join(dataDir, path))
      return { path, bytes: position, sha256 }
    },
    async abandon() {
      await file.close()
      await rm(temporary, { force: true })
    },
  }
}

function packIndex(
  offsets: readonly number[],
  identityBytes: readonly number[],
  names: readonly Uint8Array[],
): Uint8Array {
  const nameOffsets = [0]
  for (const name of names) nameOffsets.push(nameOffsets.at(-1)! + name.byteLength)
  const head = indexHeadBytes(names.length)
  const index = new Uint8Array(head + nameOffsets.at(-1)!)
  const view = new DataView(index.buffer)
  let at = 0
  for (const value of [...offsets, ...identityBytes, ...nameOffsets]) {
    view.setUint32(at, value, true)
    at += 4
  }
  for (const [number, name] of names.entries()) index.set(name, head + nameOffsets[number]!)
  return index
}

function packFooter(names: number, indexStart: number, index: Uint8Array): Uint8Array {
  const footer = new Uint8Array(PACK_FOOTER_BYTES)
  const view = new DataView(footer.buffer)
  view.setUint32(0, names, true)
  view.setUint32(4, indexStart, true)
  view.setUint32(8, index.byteLength, true)
  footer.set(new Bun.CryptoHasher('sha256').update(index).digest().subarray(0, 8), 16)
  footer.set(encoder.encode(EXPORT_PACK_MAGIC), 24)
  return footer
}
