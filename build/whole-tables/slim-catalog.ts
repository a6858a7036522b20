import { Database } from 'bun:sqlite'
import { open, rm } from 'node:fs/promises'

interface SchemaEntry {
  readonly name: string
  readonly sql: string
  /** Columns of an index; 0 for a table. */
  readonly columns: number
}

const SCHEMA = `SELECT name, sql, (SELECT count(*) FROM pragma_index_info(m.name, 'source')) AS columns
  FROM source.sqlite_schema m WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rootpage`

/**
 * Writes a database with the tables of another one, row for row under the same numbers, and its indexes of single columns.
 * Indexes of many columns repeat what the tables hold: at full size they are a fifth of the packed file, and whoever wants them
 * makes them in a second. The same database gives the same bytes.
 */
export async function writeSlimCatalog(source: string, target: string): Promise<void> {
  // SQLite would make an empty database of a file that is not there, and does not say why it cannot open one.
  await open(source).then((file) => file.close())
  await rm(target, { force: true })
  const database = new Database(target, { create: true, readwrite: true, strict: true })
  try {
    database.run('ATTACH ? AS source', [source])
    const setting = (name: string): unknown => Object.values(database.query(`PRAGMA source.${name}`).get() as object)[0]
    for (const name of ['page_size', 'user_version']) database.run(`PRAGMA main.${name} = ${setting(name)}`)
    // Nothing to roll back to: the file is removed in any case.
    database.run('PRAGMA main.journal_mode = OFF')
    database.run('PRAGMA main.synchronous = OFF')
    const entries = (type: string): SchemaEntry[] => database.query<SchemaEntry, [string]>(SCHEMA).all(type)
    database.run('BEGIN')
    for (const { name, sql } of entries('table')) {
      database.run(sql)
      const quoted = `"${name.replaceAll('"', '""')}"`
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
