import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeArtifact } from '../../../../build/data-folder/artifact-file.ts'
import { GzipWriter } from '../../../../build/whole-tables/gzip.ts'
import { packCatalog } from '../../../../build/whole-tables/write-data-files.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const MIB = 1_048_576

test.each([0, 1, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 9 * MIB])(
  '%d bytes, however they come, are packed with their sum and length',
  (length) => {
    const bytes = Buffer.alloc(length, 'some text that repeats, ')
    const gzip = new GzipWriter()
    for (let at = 0; at < length; at += 3 * MIB + 7) gzip.write(bytes.subarray(at, at + 3 * MIB + 7))
    // Throws where the sum or the length at its end is not that of the content.
    expect(gunzipSync(Buffer.concat(gzip.finish())).equals(bytes)).toBe(true)
  },
)

test('the catalog that is packed leaves no file but the packed one, also after a failure', async () => {
  const dataDir = await temporaryFolder()
  using database = new Database(':memory:')
  database.run('CREATE TABLE exoplanets (pl_name TEXT) STRICT')
  const catalog = await writeArtifact(dataDir, 'catalog', 'sqlite', database.serialize())
  const { path } = await packCatalog(catalog, dataDir)
  const inData = async () => (await readdir(join(dataDir, 'data'))).map((name) => `data/${name}`)
  expect(await inData()).toEqual([path])
  await Bun.write(join(dataDir, 'broken.sqlite'), 'no database '.repeat(1_000))
  await expect(packCatalog({ ...catalog, path: 'broken.sqlite' }, dataDir)).rejects.toThrow()
  expect(await inData()).toEqual([path])
  const other = await temporaryFolder()
  await mkdir(join(other, 'data'))
  await expect(packCatalog(catalog, other)).rejects.toThrow('ENOENT')
  expect(await readdir(join(other, 'data'))).toEqual([])
})

test.each([1, 4, 5, 9])(
  'a catalog of about %d MB is packed to its last page, and nothing behind it',
  async (megabytes) => {
    const dataDir = await temporaryFolder()
    using database = new Database(':memory:')
    database.run('CREATE TABLE exoplanets (pl_name TEXT, noise BLOB) STRICT')
    const insert = database.prepare('INSERT INTO exoplanets VALUES (?, ?)')
    for (let row = 0; row < megabytes; row += 1) insert.run(`planet ${row}`, new Uint8Array(MIB).fill(row))
    const { path } = await packCatalog(await writeArtifact(dataDir, 'catalog', 'sqlite', database.serialize()), dataDir)
    const unpacked = gunzipSync(await Bun.file(join(dataDir, path)).bytes())
    // The header of a database tells the size of its pages and their number.
    expect(unpacked.length).toBe(unpacked.readUInt16BE(16) * unpacked.readUInt32BE(28))
    expect(unpacked.length).toBeGreaterThan(megabytes * MIB)
  },
)
