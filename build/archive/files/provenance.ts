import { join } from 'node:path'
import type { InputFile } from '../../../src/format/manifest.ts'
import { ArchiveError } from '../archive.ts'
import { readDate } from './date.ts'
import { isShowableSource } from './source-words.ts'

/**
 * The file in which a fetch records the origin of an archive folder: a JSON object with `source` (text or a URL) and `fetchedAt`
 * (ISO 8601), both required, and any other data of the fetch.
 */
export const PROVENANCE_FILE = 'provenance.json'

/** The content of an archive folder's provenance file. */
export interface Provenance {
  readonly source: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Names of the files that it covers; undefined if it does not list them and covers all. */
  readonly files: ReadonlySet<string> | undefined
  readonly input: InputFile
}

/** Reads the provenance of a folder; undefined if it has none. */
export async function readProvenance(folder: string): Promise<Provenance | undefined> {
  const found = Bun.file(join(folder, PROVENANCE_FILE))
  if (!(await found.exists())) return undefined
  const bytes = await found.bytes()
  const { source, fetchedAt, files } = parseObject(bytes)
  if (typeof source !== 'string' || !isShowableSource(source))
    throw fault('source', source, 'words or a URL that say where the data come from')
  const date = typeof fetchedAt === 'string' ? readDate(fetchedAt) : undefined
  if (date === undefined) throw fault('fetchedAt', fetchedAt, 'an ISO 8601 date')
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const named = Array.isArray(files) ? new Set(files.map((file: unknown) => String(Object(file).name))) : undefined
  return {
    source: source.trim(),
    date,
    files: named,
    input: { name: PROVENANCE_FILE, bytes: bytes.byteLength, sha256 },
  }
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch (error) {
    throw new ArchiveError(`${PROVENANCE_FILE} is not JSON.`, { file: PROVENANCE_FILE }, { cause: error })
  }
  throw new ArchiveError(`${PROVENANCE_FILE} is not a JSON object.`, { file: PROVENANCE_FILE })
}

function fault(field: string, value: unknown, wanted: string): ArchiveError {
  const written = JSON.stringify(value) ?? 'missing'
  return new ArchiveError(`${PROVENANCE_FILE}: ${field} is ${written}, not ${wanted}.`, {
    file: PROVENANCE_FILE,
    column: field,
    value: written,
  })
}
