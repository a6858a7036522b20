import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FetchEffects } from '../../../../build/fetch/effects.ts'
import { fetchAndReplace, fetchArchive, userAgent } from '../../../../build/fetch/fetch-archive.ts'
import { FetchError } from '../../../../build/fetch/fetch-error.ts'
import type { FetchConfig } from '../../../../build/fetch/fetch-settings.ts'
import { version } from '../../../../package.json'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const COLUMNS = `table_name,column_name,description,unit,datatype
ps,pl_name,Name,,char
`
const PLANETS = 'pl_name,hostname\n51 Peg b,51 Peg\ne,T1\n'
const HOSTS = 'hostname\n51 Peg\n'
const TEXTS: Readonly<Record<string, string>> = {
  'TAP_SCHEMA.columns': COLUMNS,
  ps: PLANETS,
  'exo.PS': PLANETS,
  stellarhosts: HOSTS,
  toi: 'toi\n1\n',
}
/** How long a request takes. */
const REQUEST_MS = 1000.6

let fetching: { mockRestore(): void } | undefined
afterEach(() => fetching?.mockRestore())

interface Service {
  /** Text of each table, by its name; a Response is sent instead of the table. */
  readonly texts?: Readonly<Record<string, string | (() => Response)>>
  /** What the service counts of a table; by default its lines without the first. */
  readonly counts?: Readonly<Record<string, string>>
}

/** Fetches with a clock that only requests move. */
async function run(
  service: Service = {},
  more: Partial<FetchConfig> = {},
  outDir?: string,
  answerAll?: () => Response,
) {
  const [lines, shown, queries] = [[] as string[], [] as string[], [] as string[]]
  let nowMs = 5_000
  fetching = spyOn(globalThis, 'fetch').mockImplementation((async (url: string) => {
    const query = new URL(url).searchParams.get('query')!
    queries.push(query)
    if (answerAll !== undefined) return answerAll()
    nowMs += REQUEST_MS
    const [, what, table] = /^select (\S+) from (\S+)/.exec(query)!
    const text = service.texts?.[table!] ?? TEXTS[table!]!
    if (what !== 'count(*)') return typeof text === 'string' ? new Response(text) : text()
    const rows = typeof text === 'string' ? text.split('\n').length - 2 : 1
    return new Response(service.counts?.[table!] ?? `count\n${rows}\n`)
  }) as never)
  const effects: FetchEffects = {
    log: (line) => void lines.push(line),
    show: (line) => void shown.push(line),
    now: () => new Date('2026-03-04T05:06:07Z'),
    nowMs: () => nowMs,
    sleep: async () => {},
    random: () => 0,
  }
  const folder = outDir ?? join(await temporaryFolder(), 'nasa')
  const config: FetchConfig = {
    tapUrl: 'https://archive.example/TAP/sync',
    tables: ['ps', 'stellarhosts'],
    firstByteMs: 60_000,
    stall: { idleMs: 60_000, leastBytesPerS: 0 },
    totalMs: 60_000,
    attempts: 1,
    outDir: folder,
    ...more,
  }
  const failure = await fetchAndReplace(config, 'a test', effects).then(
    () => undefined,
    (error: unknown) => error as FetchError,
  )
  return { folder, lines, shown, queries, failure }
}

const sha256 = (bytes: Uint8Array | string) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

describe('a fetch', () => {
  test('asks for the columns first, and for the count of each table before its rows', async () => {
    const { queries, failure } = await run()
    expect(failure).toBeUndefined()
    const where = "from TAP_SCHEMA.columns where table_name in ('ps','stellarhosts')"
    expect(queries).toEqual([
      `select count(*) ${where}`,
      `select table_name,column_name,description,unit,datatype ${where}`,
      'select count(*) from ps',
      'select * from ps',
      'select count(*) from stellarhosts',
      'select * from stellarhosts',
    ])
  })

  test('notes of every file where it comes from', async () => {
    const { folder } = await run()
    const text = await Bun.file(join(folder, 'provenance.json')).text()
    const noted = await Promise.all(
      (
        [
          ['columns.csv.gz', COLUMNS, 1, 5],
          ['ps.csv.gz', PLANETS, 2, 2],
          ['stellarhosts.csv.gz', HOSTS, 1, 1],
        ] as const
      ).map(async ([name, csv, rows, columns]) => {
        const stored = await Bun.file(join(folder, name)).bytes()
        expect(gunzipSync(stored).toString()).toBe(csv)
        return {
          name,
          query: expect.stringMatching(/^select (?:\*|table_name,.*) from \w+/),
          startedAt: '2026-03-04T05:06:07.000Z',
          seconds: 1.001,
          rows,
          columns,
          bytes: stored.byteLength,
          sha256: sha256(stored),
          textBytes: csv.length,
          textSha256: sha256(csv),
        }
      }),
    )
    expect(JSON.parse(text)).toEqual({
      source: 'https://archive.example/TAP/sync',
      fetchedAt: '2026-03-04T05:06:07.000Z',
      userAgent: 'a test',
      files: noted,
    })
    expect(text).toStartWith('{\n  "source"')
    expect(text).toEndWith('\n}\n')
  })

  test('tells of each file what came, and at the end how long all took', async () => {
    const { folder, lines, shown } = await run()
    const { size } = Bun.file(join(folder, 'ps.csv.gz'))
    expect(lines).toHaveLength(4)
    expect(lines[1]).toBe(`ps.csv.gz: 2 rows, 2 columns, 38 B (${size} B on disk) in 1.00 s, 38 B/s`)
    expect(lines[3]).toBe('fetched 3 files in 6.00 s')
    expect(shown.filter((line) => line.startsWith('ps.'))).toEqual([
      'ps.csv.gz: counting rows',
      'ps.csv.gz: waiting for the service',
      'ps.csv.gz: 2 of 2 rows, 38 B, 38 B/s',
    ])
  })

  test('names files by the last part of the names of tables, in lower case', async () => {
    const { folder, failure } = await run({}, { tables: ['exo.PS', 'stellarhosts', 'toi'] })
    expect(failure).toBeUndefined()
    expect((await readdir(folder)).sort()).toEqual(
      ['columns', 'ps', 'stellarhosts', 'toi']
        .map((name) => `${name}.csv.gz`)
        .concat('provenance.json')
        .sort(),
    )
  })
})

describe('a table is refused', () => {
  test.each([
    ['ps', 'pl_name\ne\n', 'ps.csv.gz has no column hostname; its header begins with pl_name.'],
    ['ps', 'a,b,c,d,e,f\n1,2,3,4,5,6\n', 'ps.csv.gz has no column hostname and no column pl_name; its header begins with a, b, c, d, e.'],
    ['exo.PS', 'hostname\nT1\n', 'ps.csv.gz has no column pl_name; its header begins with hostname.'],
    ['stellarhosts', 'pl_name\ne\n', 'stellarhosts.csv.gz has no column hostname; its header begins with pl_name.'],
    ['TAP_SCHEMA.columns', COLUMNS.replace('unit', 'units'), 'columns.csv.gz has no column unit; its header begins with table_name, column_name, description, units, datatype.'],
  ])('%s without a column that it needs', async (table, text, message) => {
    const tables = [table === 'exo.PS' ? table : 'ps', 'stellarhosts']
    const { failure } = await run({ texts: { [table]: text } }, { tables, attempts: 3 })
    expect(failure).toMatchObject({ name: 'FetchError', message, isTransient: false })
  }) // biome-ignore format: a table

  test.each([
    ['count\n12\n', undefined],
    ['"COUNT(*)"\r\n"12"\r\n', undefined],
    ['count\n 12 \n', undefined],
    ['12\n', 'The row count is not a number: "12\\n".'],
    ['count\n1234567890123\n', 'The row count is not a number: "count\\n1234567890123\\n".'],
    ['count\n1\n2\n', 'The row count is not a number: "count\\n1\\n2\\n".'],
    [`count\n${'9'.repeat(200)}`, `The row count is not a number: ${JSON.stringify(`count\n${'9'.repeat(114)}`)}.`],
  ])('if its count is %j', async (count, message) => {
    const rows = 'toi\n'.concat('1\n'.repeat(12))
    const { failure } = await run(
      { texts: { toi: rows }, counts: { toi: count } },
      { tables: ['ps', 'stellarhosts', 'toi'] },
    )
    expect(failure?.message).toBe(message === undefined ? undefined : (`${message} (tried once)` as never))
  })

  test.each([
    [6_000, 12_000, '12,000 rows arrived, but the service counts 6,000, which is fewer. (tried once)'],
    [
      6_000,
      12_001,
      'toi.csv.gz does not end: far more rows arrive than the 6,000 rows that the service counts. (tried once)',
    ],
    [1, 10_000, '10,000 rows arrived, but the service counts 1, which is fewer. (tried once)'],
    [1, 10_001, 'toi.csv.gz does not end: far more rows arrive than the 1 rows that the service counts. (tried once)'],
    [
      2,
      1,
      '1 rows arrived, but the service counts 2: the response was cut short. Some services need maxrec=… in ARCHIVE_TAP_URL to send more. (tried once)',
    ],
  ])('if %d rows are counted, and %d come', async (counted, rows, message) => {
    const { failure } = await run(
      { texts: { toi: 'toi\n'.concat('1\n'.repeat(rows)) }, counts: { toi: `n\n${counted}\n` } },
      { tables: ['ps', 'stellarhosts', 'toi'] },
    )
    expect(failure?.message).toBe(message)
  })
})

describe('after a failure', () => {
  test('the old archive stays, and nothing beside it', async () => {
    const { folder } = await run()
    const before = await Bun.file(join(folder, 'provenance.json')).text()
    const { failure } = await run({ texts: { stellarhosts: 'x\n1\n' } }, {}, folder)
    expect(failure).toBeInstanceOf(FetchError)
    expect(await Bun.file(join(folder, 'provenance.json')).text()).toBe(before)
    expect(await readdir(dirname(folder))).toEqual([basename(folder)])
    expect((await run({}, {}, folder)).failure).toBeUndefined()
    expect(await readdir(dirname(folder))).toEqual([basename(folder)])
  })

  test('at a service for browsers, the error says how to download by hand', async () => {
    const check = () => new Response('x', { status: 403, headers: { 'cf-mitigated': 'challenge' } })
    const { failure } = await run({ texts: { ps: check } })
    expect(failure).toMatchObject({ name: 'FetchError', isTransient: false, needsBrowser: true })
    expect(failure!.message).toStartWith('The service accepts web browsers only')
    expect(failure!.advice[0]).toStartWith('You can download the tables by hand.')
    expect(failure!.cause).toMatchObject({ message: failure!.message, advice: [] })
  })

  test('at any other, there is no such advice', async () => {
    const { failure } = await run({ texts: { ps: () => new Response('no', { status: 400 }) } })
    expect(failure).toMatchObject({
      needsBrowser: false,
      advice: [],
      message: 'The service responded with status 400: no.',
    })
  })

  test('of the disk, the error is what the disk said', async () => {
    const outDir = join(await temporaryFolder(), 'file')
    await Bun.write(outDir, '')
    const { failure, queries } = await run({}, {}, outDir)
    expect(failure).toMatchObject({ code: 'ENOTDIR' })
    expect(queries).toEqual([])
  })
})

test.each([
  [50_000, 20_000, 20_000],
  [20_000, 50_000, 20_000],
])(
  'a count may take no longer than a pause or the first byte of a table: %d and %d ms',
  async (firstByteMs, idleMs, expected) => {
    using timers = watchTimers()
    const waits: number[] = []
    const look = () => {
      waits.push(...timers.pending().filter((ms) => ms < 60_000))
      return new Response('x', { status: 400 })
    }
    const { failure } = await run(
      { counts: {}, texts: {} },
      { firstByteMs, stall: { idleMs, leastBytesPerS: 0 }, tables: ['ps', 'stellarhosts'] },
      undefined,
      look,
    )
    expect(failure).toMatchObject({ message: 'The service responded with status 400: x.' })
    expect(waits).toEqual([expected])
  },
)

test('an archive that is not kept is removed', async () => {
  const { folder } = await run()
  const effects = {
    log: () => {},
    show: () => {},
    now: () => new Date(),
    nowMs: () => 0,
    sleep: async () => {},
    random: () => 0,
  }
  const config = { tapUrl: 'https://a.example/', tables: ['ps', 'stellarhosts'], firstByteMs: 9_000, stall: { idleMs: 9_000, leastBytesPerS: 0 }, totalMs: 9_000, attempts: 1, outDir: folder } // biome-ignore format: settings
  {
    await using archive = await fetchArchive(config, 'a test', effects)
    expect(archive.files.map(({ name, rows }) => [name, rows])).toEqual([
      ['columns.csv.gz', 1],
      ['ps.csv.gz', 2],
      ['stellarhosts.csv.gz', 1],
    ])
    expect(await readdir(archive.path)).toContain('ps.csv.gz')
  }
  expect(await readdir(dirname(folder))).toEqual([basename(folder)])
})

test('the archive learns the name and the version of the program', async () => {
  expect(await userAgent()).toBe(`exoplanet-catalog/${version} (mirror of the catalog tables; Bun/${Bun.version})`)
})
