import { Database } from 'bun:sqlite'
import { open, rm } from 'node:fs/promises'
import { quotedName } from '../../src/core/text/sql-quoting.ts'

interface SchemaEntry {
  readonly name: string
  readonly sql: string
  /** Number of columns of an index; 0 for a table. */
  readonly columns: number
}

const SCHEMA = `SELECT name, sql, (SELECT count(*) FROM pragma_index_info(m.name, 'source')) AS columns
  FROM source.sqlite_schema m WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rootpage`

/**
 * Writes a copy of a database with the same tables, the same row numbers, and the indexes on single columns. Indexes on many
 * columns repeat the content of the tables: at full size they are a fifth of the compressed file, and a user can create them in
 * a second. The same database produces the same bytes.
 */
export async function writeSlimCatalog(source: string, target: string): Promise<void> {
  // SQLite would create an empty database for a missing file, and does not report why it cannot open one.
  await open(source).then((file) => file.close())
  await rm(target, { force: true })
  const database = new Database(target, { create: true, readwrite: true, strict: true })
  try {
    database.run('ATTACH ? AS source', [source])
    const setting = (name: string): unknown => Object.values(database.query(`PRAGMA source.${name}`).get() as object)[0]
    for (const name of ['page_size', 'user_version']) database.run(`PRAGMA main.${name} = ${setting(name)}`)
    // No rollback is needed: the file is removed in any case.
    database.run('PRAGMA main.journal_mode = OFF')
    database.run('PRAGMA main.synchronous = OFF')
    const entries = (type: string): SchemaEntry[] => database.query<SchemaEntry, [string]>(SCHEMA).all(type)
    database.run('BEGIN')
    for (const { name, sql } of entries('table')) {
      database.run(sql)
      const quoted = quotedName(name)
      database.run(`INSERT INTO main.${quoted} SELECT * FROM source.${quoted}`)
    }
    for (const { sql, columns } of entries('index')) if (columns === 1) database.run(sql)
    database.run('COMMIT')
    database.run('ANALYZE main')
    database.run('DETACH source')
  } finally {
    database.close()
  }
}
