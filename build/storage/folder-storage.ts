import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSystemError } from '../../src/command-line/run-command.ts'
import { type Storage, StorageError, type StoredFile } from './storage.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free space, and start again',
  EDQUOT: 'the quota of disk space is used up: free space, and start again',
  EACCES: 'this user has no permission to access it',
  EPERM: 'this user has no permission to access it',
  EROFS: 'it is on a read-only file system',
  ENOTDIR: 'its path leads through a file',
}

function folderFault(what: string, cause: unknown): unknown {
  if (!isSystemError(cause)) return cause
  return new StorageError(`${what}: ${REASONS[String(cause.code)] ?? `system error ${cause.code}`}.`, false, {
    cause,
  })
}

function isAbsent(error: unknown): boolean {
  return isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** Names of unfinished files, from this process or others. */
const UNFINISHED = /\.[0-9a-f-]{36}\.tmp$/

/** Uses a folder, on this machine or on a network drive, as a storage. */
export function folderStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, key)
  return {
    address: folder,
    async list(prefix) {
      const below = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : ''
      const found: StoredFile[] = []
      const walk = async (path: string): Promise<void> => {
        for (const entry of await readdir(pathOf(path), { withFileTypes: true })) {
          const key = path === '' ? entry.name : `${path}/${entry.name}`
          if (entry.isDirectory()) await walk(key)
          else if (key.startsWith(prefix) && !UNFINISHED.test(key)) {
            const facts = await stat(pathOf(key)).catch(() => undefined) // removed a moment ago
            if (facts !== undefined) found.push({ key, bytes: facts.size, modifiedMs: facts.mtimeMs })
          }
        }
      }
      await walk(below).catch((cause: unknown) => {
        if (!isAbsent(cause)) throw folderFault(`The files of ${folder} cannot be listed`, cause)
      })
      return found
    },
    async read(key, from) {
      const path = pathOf(key)
      try {
        await open(path).then((file) => file.close())
      } catch (cause) {
        if (isAbsent(cause)) return undefined
        throw folderFault(`${path} cannot be read`, cause)
      }
      return Bun.file(path).slice(from).stream()
    },
    async write(key, content) {
      const path = pathOf(key)
      const unfinished = `${path}.${crypto.randomUUID()}.tmp`
      try {
        await mkdir(dirname(path), { recursive: true })
        const file = await open(unfinished, 'w')
        try {
          for await (const chunk of content.stream()) await writeAll(file, chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (cause) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw folderFault(`${path} cannot be written`, cause)
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch((cause: unknown) => {
        throw folderFault(`${pathOf(key)} cannot be removed`, cause)
      })
    },
  }
}

/** Writes an entire chunk: the system can accept only a part of it, for example on a disk that is almost full. */
async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await file.write(chunk, at)).bytesWritten
}
