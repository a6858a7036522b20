import { dlopen, ptr, toArrayBuffer } from 'bun:ffi'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'

/** The bytes of a file. */
export interface MappedFile {
  /** Writable: changes do not reach the file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** True if the file could not be mapped: the bytes are private memory of this process, not shared with any other. */
  readonly isCopy: boolean
}

/** Error codes for opening a read-only file for writing: its mode, its mount, or an immutable file. */
const READ_ONLY_CODES: readonly unknown[] = ['EACCES', 'EROFS', 'EPERM']

/**
 * Maps a snapshot file: its pages are read from disk when first accessed, and are in memory once for all processes. The
 * mapping is private, and ends when the bytes are garbage-collected.
 */
export function mapFile(path: string): MappedFile {
  const mapped = mapIfPossible(path)
  return mapped === undefined ? { bytes: readFileSync(path), isCopy: true } : { bytes: mapped, isCopy: false }
}

/** As `mapFile`, but undefined for a file that can only be read. */
export function mapIfPossible(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Bun.mmap(path, { shared: false })
  } catch (error) {
    // Bun opens the file for writing, even for a private mapping, which needs no write permission.
    if (!(error instanceof Error && 'code' in error && READ_ONLY_CODES.includes(error.code))) throw error
  }
  return mapThroughLibc(path)
}

const PROT_READ_WRITE = 3
const MAP_PRIVATE = 2
const MAP_FAILED = -1n

/** `toArrayBuffer` with the parameters that its types omit: `release(address, context)` runs on garbage collection. */
type AdoptMemory = (address: number, offset: number, bytes: number, context: number, release: number) => ArrayBuffer

/** Maps a file opened read-only; undefined if the C library is not that of Linux, or the call fails. */
function mapThroughLibc(path: string): Uint8Array<ArrayBuffer> | undefined {
  const libc = process.platform === 'linux' ? openLibc() : undefined
  if (libc === undefined) return undefined
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const address = libc.mmap(null, size, PROT_READ_WRITE, MAP_PRIVATE, file, 0)
    if (address === MAP_FAILED) return undefined
    // The release function is called with the address and the context, here the length, which are munmap's arguments.
    return new Uint8Array((toArrayBuffer as AdoptMemory)(Number(address), 0, size, size, libc.munmap))
  } finally {
    closeSync(file)
  }
}

interface Libc {
  readonly mmap: (at: null, bytes: number, protection: number, flags: number, file: number, offset: number) => bigint
  /** The address of the function. */
  readonly munmap: number
}

function openLibc(): Libc | undefined {
  try {
    // Before glibc 2.34, dlsym is in libdl, which loads libc too; in musl both names refer to the same library.
    const { symbols } = dlopen('libdl.so.2', {
      mmap: { args: ['ptr', 'usize', 'i32', 'i32', 'i32', 'i64'], returns: 'i64' },
      dlsym: { args: ['ptr', 'ptr'], returns: 'ptr' },
    })
    const munmap = symbols.dlsym(null, ptr(Buffer.from('munmap\0')))
    return munmap === null ? undefined : { mmap: symbols.mmap, munmap: Number(munmap) }
  } catch {
    return undefined
  }
}
