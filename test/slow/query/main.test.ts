import { beforeAll, expect, test } from 'bun:test'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PROGRAM = Bun.fileURLToPath(new URL('../../../src/query/main.ts', import.meta.url))

interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

const SELECT = "SELECT hostname, 'a\u0007' AS a, NULL AS n FROM stellarhosts ORDER BY hostname"
const COMMANDS = {
  csv: [SELECT],
  table: [SELECT, '--format', 'table'],
  json: ['-', '--format', 'json'],
  votable: ['SELECT sy_dist FROM stellarhosts', '--format', 'votable', '--limit', '1'],
  cut: [SELECT, '--limit', '1'],
  rejected: ["SELECT '木' AS a,\n\t'星' AS b, nothere, c\nFROM stellarhosts"],
  nothing: [],
  format: ['SELECT 1', '--format', 'xlsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>

let outcomes: Readonly<Record<keyof typeof COMMANDS | 'absent', Outcome>>

// All at once: most of their time is that of starting.
beforeAll(async () => {
  const { dataDir } = await builtSnapshot(await tinyArchive())
  const run = async (args: readonly string[], folder = dataDir): Promise<Outcome> => {
    const child = Bun.spawn([process.execPath, PROGRAM, ...args, '--data', folder], {
      stdin: new Blob([`\n ${SELECT}\n`]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { stdout, stderr, exitCode: await child.exited }
  }
  const entries = Object.entries(COMMANDS).map(async ([name, args]) => [name, await run(args)] as const)
  const absent = run(['SELECT 1'], await temporaryFolder())
  outcomes = { ...Object.fromEntries(await Promise.all(entries)), absent: await absent } as typeof outcomes
})

test('rows are CSV where the output is no terminal', () => {
  expect(outcomes.csv).toEqual({
    stdout: 'hostname,a,n\r\n51 Peg,a\u0007,\r\nGJ 1,a\u0007,\r\n',
    stderr: '',
    exitCode: 0,
  })
})

test('a table has no characters that a terminal would act on', () => {
  const { stdout, exitCode } = outcomes.table
  expect(exitCode).toBe(0)
  expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
    'hostname  a        n',
    expect.stringMatching(/^-+ {2}-+ {2}-+$/),
    '51 Peg    a\\u0007',
    'GJ 1      a\\u0007',
    '',
  ])
})

test('the SQL can be read from standard input, without the blanks around it; JSON ends its line', () => {
  const { stdout } = outcomes.json
  expect(stdout).toEndWith('}\n')
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 2,
    query: SELECT,
    data: [
      { hostname: '51 Peg', n: null },
      { hostname: 'GJ 1', n: null },
    ],
  })
})

test('columns of a VOTable are described, and a limit is told', () => {
  const { stdout, stderr } = outcomes.votable
  expect(stdout).toMatch(/<FIELD name="sy_dist" datatype="double" ucd="pos.distance"/)
  expect(stderr).toBe('Rows are left out: the limit is 1; --limit allows up to 10000.\n')
  expect(outcomes.cut).toEqual({
    stdout: 'hostname,a,n\r\n51 Peg,a\u0007,\r\n',
    stderr: 'Rows are left out: the limit is 1; --limit allows up to 10000.\n',
    exitCode: 0,
  })
})

test('a rejection shows the line of its place, with a mark below it', () => {
  const { stdout, stderr, exitCode } = outcomes.rejected
  const [message, line, mark, end] = stderr.split('\n')
  expect([stdout, exitCode, end]).toEqual(['', 3, ''])
  expect(message).toStartWith('Query failed: Unknown column "nothere"')
  expect(line).toBe("   '星' AS b, nothere, c")
  // A wide character takes two columns.
  expect(mark).toBe(`${' '.repeat("   '星' AS b, ".length + 1)}^`)
})

test('what cannot be run is told by its exit code', () => {
  expect([outcomes.nothing.exitCode, outcomes.nothing.stderr.split('\n')[0]]).toEqual([
    2,
    'Query failed: The SQL is missing: pass it in quotation marks, or - to read it from standard input.',
  ])
  expect(outcomes.format.exitCode).toBe(2)
  expect(outcomes.format.stderr).toContain('must be one of table, json, csv, tsv')
  expect(outcomes.absent.exitCode).toBe(1)
  expect(outcomes.absent.stderr).toStartWith('Query failed: There is no snapshot: ')
})
