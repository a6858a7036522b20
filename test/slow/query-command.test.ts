import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import Papa from 'papaparse'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const MAIN = join(import.meta.dir, '../../src/query/main.ts')

let dataDir: string
let catalogPath: string

beforeAll(async () => {
  const built = await builtSnapshot(SAMPLE_ARCHIVE)
  dataDir = built.dataDir
  catalogPath = join(dataDir, built.manifest.files.catalog.path)
})

async function run(args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, exitCode }
}

describe('bun run query', () => {
  test('prints CSV where standard output is no terminal, the same rows as SQL gives', async () => {
    const sql = 'SELECT pl_name, pl_rade, disc_year FROM exoplanets WHERE pl_rade > 1 ORDER BY pl_rade, pl_name'
    const { stdout, stderr, exitCode } = await run([sql, '--limit', '10000'])
    expect(exitCode).toBe(0)
    expect(stderr).toStartWith('Warning: exoplanets has one row per planet and reference')
    const database = new Database(catalogPath, { readonly: true })
    const rows = database.query(sql).values() as (string | number | null)[][]
    database.close()
    const [header, ...lines] = Papa.parse<string[]>(stdout, { newline: '\r\n', skipEmptyLines: true }).data
    expect(header).toEqual(['pl_name', 'pl_rade', 'disc_year'])
    expect(lines).toEqual(rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))))
  })

  test('reads standard input, and writes every format', async () => {
    const sql = "SELECT 1 AS a, 'x, y' AS b, NULL AS c"
    const formats: Readonly<Record<string, string>> = {
      table: 'a  b     c\n-  ----  -\n1  x, y\n',
      csv: 'a,b,c\r\n1,"x, y",\r\n',
      tsv: 'a\tb\tc\n1\tx, y\t\n',
      ndjson: '{"a":1,"b":"x, y","c":null}\n',
    }
    for (const [format, expected] of Object.entries(formats))
      expect((await run(['-', '--format', format], sql)).stdout).toBe(expected)
    const text = (await run(['-', '--format=json'], `  ${sql} ;\n`)).stdout
    expect(text).toEndWith('}\n')
    const json = JSON.parse(text)
    expect(json).toMatchObject({ data: [{ a: 1, b: 'x, y', c: null }], rows: 1, truncated: false })
    expect((await run(['-', '--format', 'votable'], sql)).stdout).toContain('<TD>x, y</TD>')
  })

  test('says that rows are missing', async () => {
    const { stdout, stderr, exitCode } = await run(['SELECT hostname FROM stellarhosts', '--limit', '2'])
    expect(stdout.split('\r\n')).toHaveLength(4)
    expect(stderr).toBe('Rows are left out: the limit is 2; --limit allows up to 10000.\n')
    expect(exitCode).toBe(0)
  })

  test('has the warnings and the column descriptions of the server', async () => {
    const sql = 'SELECT avg(pl_rade) AS mean FROM exoplanets'
    const message = expect.stringContaining('add default_flag = 1')
    const json = await run([sql, '--format', 'json'])
    expect(JSON.parse(json.stdout).warnings).toEqual([{ code: 'several_rows_per_planet', message }])
    expect(json).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^Warning: .*\n$/) })
    const { stdout } = await run([sql, '--format', 'votable'])
    expect(stdout).toContain('<INFO name="WARNING" value="several_rows_per_planet">')
    expect(stdout).toContain('<FIELD name="mean" datatype="double" unit=')
    const quiet = await run(['SELECT pl_name FROM exoplanets WHERE default_flag = 1', '--format', 'json'])
    expect(quiet.stderr).toBe('')
    expect(quiet.stdout).not.toContain('warnings')
  })

  test('ends without an error if the reader has read enough', async () => {
    const child = Bun.spawn(
      [process.execPath, MAIN, 'SELECT a.*, b.* FROM exoplanets a JOIN exoplanets b USING (hostname)', '--limit=10000'],
      { stdout: 'pipe', stderr: 'pipe', env: { ...process.env, DATA_DIR: dataDir } },
    )
    const reader = child.stdout.getReader()
    expect((await reader.read()).done).toBe(false)
    await reader.cancel()
    const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
    expect({ exitCode, failed: stderr.includes('failed') }).toEqual({ exitCode: 0, failed: false })
  })

  test('ends with 3 and a mark where the query is rejected', async () => {
    const { stdout, stderr, exitCode } = await run(['SELECT\n  pl_nam FROM exoplanets'])
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 })
    const [message, line, mark] = stderr.split('\n')
    expect(message).toContain('pl_name')
    expect(mark!.indexOf('^')).toBe(line!.indexOf('pl_nam'))
    expect((await run(['DROP TABLE exoplanets'])).exitCode).toBe(3)
  })

  test('puts the mark below the place in what is shown, also after wide, unprintable and earlier lines', async () => {
    for (const before of [
      "'木星' AS a, ",
      "'\u0007' AS a, ",
      "\t'\u{1fa90}' AS a,\t",
      "'x' AS a,\n\t '木' AS b, ",
      '',
    ]) {
      const { stderr, exitCode } = await run([`SELECT ${before}pl_nam\nFROM exoplanets`])
      expect(exitCode).toBe(3)
      const [, line, mark] = stderr.split('\n')
      expect(line).toEndWith('pl_nam')
      expect([before, mark]).toEqual([before, `${' '.repeat(Bun.stringWidth(line!) - 'pl_nam'.length)}^`])
    }
  })

  test('ends with 2 for flags, and 1 without a snapshot', async () => {
    expect((await run([])).exitCode).toBe(2)
    expect((await run(['SELECT 1', '--format', 'xlsx'])).exitCode).toBe(2)
    expect((await run(['SELECT 1', 'SELECT 2'])).exitCode).toBe(2)
    const { exitCode, stderr } = await run(['SELECT 1', '--data', await temporaryFolder()])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('There is no snapshot')
  })
})
