import { basename } from 'node:path'
import type { StoredExport } from '../core/ports.ts'
import {
  EXPORT_FORMATS,
  EXPORT_PACK_MAGIC,
  type ExportFormat,
  FILES_PER_NAME,
  indexHeadBytes,
  PACK_FOOTER_BYTES,
  packFileIndex,
  STORED_CODINGS,
  type StoredCoding,
} from '../format/export-pack.ts'

/** An opened export pack: the finished files of one table. */
export interface ExportPack {
  /** All names that have an export, in code-point order. */
  readonly names: readonly string[]
  /** The export of exactly this name, including case, or undefined. */
  find(name: string, format: ExportFormat): StoredExport | undefined
}

/**
 * Opens the pack in `pack`. Only its index is read; its files are views. Throws an error with the name in `path` if the
 * pack is incomplete.
 */
export function openExportPack(pack: Uint8Array<ArrayBuffer>, path: string): ExportPack {
  const file = basename(path)
  const { names, offsets, identityBytes } = readIndex(pack, file)
  const numbers = new Map(names.map((name, number) => [name, number]))

  return {
    names,
    find(name, format) {
      const number = numbers.get(name)
      if (number === undefined) return undefined
      const coded = (coding: StoredCoding) => {
        const at = packFileIndex(number, format, coding)
        return pack.subarray(offsets[at]!, offsets[at + 1]!)
      }
      const expected = identityBytes[number * EXPORT_FORMATS.length + EXPORT_FORMATS.indexOf(format)]!
      return {
        coded,
        identity: () => decode(coded(STORED_CODINGS[0]), expected, `the ${format} file of "${name}" in "${file}"`),
      }
    },
  }
}

interface PackIndex {
  readonly names: readonly string[]
  readonly offsets: Uint32Array
  readonly identityBytes: Uint32Array
}

function readIndex(pack: Uint8Array<ArrayBuffer>, file: string): PackIndex {
  const refuse = (reason: string): never => {
    throw new Error(`The export pack "${file}" ${reason}.`)
  }
  if (pack.byteLength < EXPORT_PACK_MAGIC.length + PACK_FOOTER_BYTES) refuse('is too short')
  if (!hasMagic(pack, 0)) refuse(`does not begin with ${EXPORT_PACK_MAGIC}`)
  if (!hasMagic(pack, pack.byteLength - EXPORT_PACK_MAGIC.length))
    refuse(`does not end with ${EXPORT_PACK_MAGIC}: it is truncated`)

  const footerStart = pack.byteLength - PACK_FOOTER_BYTES
  const footer = new DataView(pack.buffer, pack.byteOffset + footerStart, PACK_FOOTER_BYTES)
  const count = footer.getUint32(0, true)
  const start = footer.getUint32(4, true)
  const head = indexHeadBytes(count)
  if (start % 8 !== 0 || start + footer.getUint32(8, true) !== footerStart || start + head > footerStart)
    refuse('has no index at the position in its footer')
  const index = pack.subarray(start, footerStart)
  const sum = new Bun.CryptoHasher('sha256').update(index).digest().subarray(0, 8)
  if (!sum.equals(pack.subarray(footerStart + 16, footerStart + 24))) refuse('has a damaged index')

  const offsets = new Uint32Array(pack.buffer, pack.byteOffset + start, count * FILES_PER_NAME + 1)
  const identityBytes = new Uint32Array(
    pack.buffer,
    offsets.byteOffset + offsets.byteLength,
    count * EXPORT_FORMATS.length,
  )
  const nameOffsets = new Uint32Array(pack.buffer, identityBytes.byteOffset + identityBytes.byteLength, count + 1)
  if (nameOffsets[count] !== index.byteLength - head || offsets.at(-1)! > start)
    refuse('has an index that does not match its content')
  const utf8 = Buffer.from(index.buffer, index.byteOffset + head, index.byteLength - head)
  const names = Array.from({ length: count }, (_, n) => utf8.toString('utf8', nameOffsets[n]!, nameOffsets[n + 1]!))
  return { names, offsets, identityBytes }
}

function hasMagic(pack: Uint8Array, at: number): boolean {
  return Buffer.from(pack.subarray(at, at + EXPORT_PACK_MAGIC.length)).toString('latin1') === EXPORT_PACK_MAGIC
}

function decode(gzip: Uint8Array<ArrayBuffer>, expectedBytes: number, what: string): Uint8Array {
  let identity: Uint8Array
  try {
    identity = Bun.gunzipSync(gzip, { library: 'libdeflate' })
  } catch (cause) {
    throw new Error(`Damaged: ${what}.`, { cause })
  }
  if (identity.byteLength !== expectedBytes) throw new Error(`Damaged: ${what} has ${identity.byteLength} bytes.`)
  return identity
}
