import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogError } from '../../../../src/core/errors.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { createPoolCounts } from '../../../../src/sql/pool/pool-counts.ts'
import type { SqlPoolOptions } from '../../../../src/sql/pool/pool-options.ts'
import type { EngineFailure } from '../../../../src/sql/processes/engine.ts'
import { startEngine } from '../../../../src/sql/processes/engine-handle.ts'
import { boundByModes } from '../../../fixtures/bound-by-modes.ts'
import {
  busyDescendant,
  descendants,
  hasProc,
  NO_PROC,
  privateBytes,
} from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
/** Runs for about half a second. */
const SLOW = 'WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT count(*) AS n FROM n'

let catalogPath: string
const faults: EngineFailure[] = []

beforeAll(async () => {
  catalogPath = await writeTinyCatalog()
})

async function withPool(options: Partial<SqlPoolOptions>, use: (pool: SqlRunner) => Promise<void>): Promise<void> {
  faults.length = 0
  const pool = createSqlPool({
    catalogPath,
    processes: 2,
    queue: 8,
    timeoutMs: 60_000,
    memoryMb: 128,
    onFault: (fault) => faults.push(fault),
    ...options,
  })
  try {
    await use(pool)
  } finally {
    await pool.close()
  }
}

async function rowsOf(pool: SqlRunner, sql: string, maxRows = 10): Promise<unknown> {
  return JSON.parse(Buffer.concat((await pool.run({ sql, maxRows })).json).toString()).data
}

async function faultOf(run: Promise<unknown>): Promise<CatalogError> {
  const error = await run.then(
    () => 'no fault',
    (thrown) => thrown,
  )
  if (error instanceof CatalogError) return error
  throw error
}

function isAlive(pid: number): boolean {
  return descendants(process.pid).includes(pid)
}

describe('one pool', () => {
  let pool: SqlRunner

  beforeAll(async () => {
    pool = createSqlPool({ catalogPath, processes: 2, queue: 300, timeoutMs: 1000, memoryMb: 128 })
    await pool.run({ sql: 'SELECT 1', maxRows: 1 })
  })
  afterAll(() => pool.close())

  test('a query is answered with finished JSON', async () => {
    const sql = 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 1'
    const result = await pool.run({ sql, maxRows: 10 })
    expect(Buffer.concat(result.json).toString()).toBe(
      `{"data":[{"pl_name":"51 Peg b"}],"rows":1,"columns":["pl_name"],"query":"${sql}","truncated":false}`,
    )
    expect(result).toMatchObject({ rows: 1, truncated: false, isDeterministic: true })
  })

  test('the row limit cuts the result, and `truncated` says whether there was more', async () => {
    const all = 'SELECT pl_name FROM exoplanets'
    const { length } = (await rowsOf(pool, all, 100)) as unknown[]
    expect(await pool.run({ sql: all, maxRows: length })).toMatchObject({ rows: length, truncated: false })
    expect(await pool.run({ sql: all, maxRows: length - 1 })).toMatchObject({ rows: length - 1, truncated: true })
    expect(await pool.run({ sql: `${all} LIMIT 2`, maxRows: 2 })).toMatchObject({ rows: 2, truncated: false })
  })

  test('a limit of 0 gives the columns, and tells whether there are rows', async () => {
    const some = await pool.run({ sql: 'SELECT pl_name, disc_year FROM exoplanets', maxRows: 0 })
    expect(JSON.parse(Buffer.concat(some.json).toString())).toMatchObject({
      data: [],
      rows: 0,
      columns: ['pl_name', 'disc_year'],
      truncated: true,
    })
    expect(await pool.run({ sql: 'SELECT 1 WHERE 0', maxRows: 0 })).toMatchObject({ rows: 0, truncated: false })
  })

  test('integers keep all their digits, blobs are hex, infinities null, equal names numbered', async () => {
    const sql =
      "SELECT 9223372036854775807 AS a, -9007199254740993 AS a, x'00FF' AS b, 1e999 AS c, -1e999 AS c, 0.1 AS d"
    const { json } = await pool.run({ sql, maxRows: 1 })
    expect(Buffer.concat(json).toString()).toStartWith(
      '{"data":[{"a":9223372036854775807,"a_1":-9007199254740993,"b":"00ff","c":null,"c_1":null,"d":0.1}],"rows":1,',
    )
  })

  test('chance and the clock make a result one of a kind, and nothing else does', async () => {
    const cases: readonly (readonly [string, boolean])[] = [
      ['SELECT random()', false],
      ['SELECT hex(randomblob(4))', false],
      ['SELECT pl_name FROM exoplanets ORDER BY random() LIMIT 1', false],
      ["SELECT date('now')", false],
      ['SELECT date()', false],
      ["SELECT strftime('%s', 'n' || 'ow')", false],
      ['SELECT CURRENT_TIMESTAMP', false],
      ['SELECT julianday(current_date)', false],
      ["SELECT pl_name FROM exoplanets WHERE disc_year = strftime('%Y', 'now') - 30", false],
      ["SELECT date('2021-01-01', '+1 day')", true],
      ["SELECT 'now', 'random()'", true],
      ['SELECT disc_year AS now FROM exoplanets', true],
      ["SELECT datetime('2021-01-01', 'localtime')", true],
    ]
    for (const [sql, isDeterministic] of cases) {
      expect([sql, (await pool.run({ sql, maxRows: 1 })).isDeterministic]).toEqual([sql, isDeterministic])
    }
  })

  test('200 different queries at once are each answered with their own rows', async () => {
    const numbers = Array.from({ length: 200 }, (_, i) => i)
    const answers = await Promise.all(numbers.map((i) => rowsOf(pool, `SELECT ${i} AS n, '${'x'.repeat(i)}' AS x`)))
    expect(answers).toEqual(numbers.map((i) => [{ n: i, x: 'x'.repeat(i) }]))
  })

  test('a query past its deadline ends as a timeout, and the next one is answered', async () => {
    const error = await faultOf(pool.run({ sql: ENDLESS, maxRows: 1 }))
    expect(error.code).toBe('query_timeout')
    expect(error.message).toStartWith('The query exceeded the time limit of 1 second and was stopped.')
    expect(await rowsOf(pool, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })
})

test('a long answer arrives whole, one that fails half-way is refused, and neither shows in the next', async () => {
  await withPool({}, async (pool) => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => ({ i: i + 1, text: `${i + 1} "ä"`.repeat(20) }))
    const rows = (last: string): string =>
      `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000)
     SELECT i, replace(printf('%020d', 0), '0', i || ' "ä"') AS text${last} FROM n`
    for (let round = 0; round < 3; round++) {
      expect(Bun.deepEquals(await rowsOf(pool, rows(''), 10_000), numbers)).toBe(true)
      const fault = faultOf(pool.run({ sql: rows(', abs(i - 9000 - 9223372036854775807 - 1)'), maxRows: 10_000 }))
      expect((await fault).code).toBe('invalid_sql')
      expect(await rowsOf(pool, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    }
  })
})

test('the deadline counts from the start of execution, not from the wait', async () => {
  const timeoutMs = 2000
  await withPool({ processes: 1, timeoutMs }, async (pool) => {
    await rowsOf(pool, 'SELECT 1')
    const before = performance.now()
    const [first, second, third] = await Promise.all([
      faultOf(pool.run({ sql: ENDLESS, maxRows: 1 })),
      faultOf(pool.run({ sql: ENDLESS, maxRows: 1 })),
      rowsOf(pool, 'SELECT 3 AS n'),
    ])
    expect([first.code, second.code]).toEqual(['query_timeout', 'query_timeout'])
    // Waited for two deadlines, and answered all the same.
    expect(third).toEqual([{ n: 3 }])
    expect(performance.now() - before).toBeGreaterThan(2 * timeoutMs - 100)
  })
})

test('one query more than the queue holds is refused, with a time after which to try again', async () => {
  await withPool({ processes: 1, queue: 2, timeoutMs: 5000 }, async (pool) => {
    await pool.run({ sql: 'SELECT 1', maxRows: 1 })
    const leave = new AbortController()
    const running = [ENDLESS, 'SELECT 1', 'SELECT 2'].map((sql) => pool.run({ sql, maxRows: 1 }, leave.signal))
    const settled = Promise.allSettled(running)
    const error = await faultOf(pool.run({ sql: 'SELECT 3', maxRows: 1 }))
    expect(error.code).toBe('too_many_queries')
    expect(error.help.retryAfterS).toBeWithin(1, 6)
    leave.abort()
    await settled
    expect(await rowsOf(pool, 'SELECT 4 AS n')).toEqual([{ n: 4 }])
  })
})

skipUnless(hasProc, NO_PROC).test(
  'a client that leaves frees its process at once, and its place in the queue',
  async () => {
    await withPool({ processes: 1 }, async (pool) => {
      await pool.run({ sql: 'SELECT 1', maxRows: 1 })
      const leave = new AbortController()
      const gone = [ENDLESS, ENDLESS].map((sql) => pool.run({ sql, maxRows: 1 }, leave.signal))
      const settled = Promise.allSettled(gone)
      const engine = await busyDescendant(process.pid)
      const before = performance.now()
      leave.abort(new Error('gone'))
      expect((await settled).map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
        'gone',
        'gone',
      ])
      // Far below the ten seconds of the deadline; to die takes processor time too, of which these processes get little.
      expect(await rowsOf(pool, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
      while (isAlive(engine) && performance.now() - before < 5000) await Bun.sleep(10)
      expect(isAlive(engine)).toBe(false)
      expect(faults).toEqual([])
    })
  },
)

test('a signal that has fired already runs nothing', async () => {
  await withPool({}, async (pool) => {
    await expect(pool.run({ sql: 'SELECT 1', maxRows: 1 }, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    )
  })
})

skipUnless(hasProc, NO_PROC).test(
  'a query whose process is killed from outside is asked again, and only the second loss ends it, with a time to come back',
  async () => {
    await withPool({ processes: 2 }, async (pool) => {
      await pool.run({ sql: 'SELECT 1', maxRows: 1 })
      const again = rowsOf(pool, SLOW)
      process.kill(await busyDescendant(process.pid), 'SIGKILL')
      expect(await again).toEqual([{ n: 1_000_000 }])
      faults.length = 0
      const doomed = faultOf(pool.run({ sql: ENDLESS, maxRows: 1 }))
      const killer = (async () => {
        for (const victims = new Set<number>(); victims.size < 2; await Bun.sleep(20)) {
          const victim = await busyDescendant(process.pid)
          // One that is starting may be busy too.
          if (!faults.some(({ phase }) => phase === 'start') && !victims.has(victim)) {
            victims.add(victim)
            process.kill(victim, 'SIGKILL')
            await Bun.sleep(500)
          }
        }
      })()
      const others = Array.from({ length: 5 }, (_, i) => rowsOf(pool, `SELECT ${i} AS n`))
      const error = await doomed
      await killer
      expect(error.code).toBe('sql_unavailable')
      expect(error.help.retryAfterS).toBeWithin(1, 30)
      expect(error.message).not.toContain('SIGKILL')
      expect(await Promise.all(others)).toEqual(Array.from({ length: 5 }, (_, i) => [{ n: i }]))
      expect(await rowsOf(pool, 'SELECT 9 AS n')).toEqual([{ n: 9 }])
      expect(faults.filter(({ phase }) => phase === 'query')).toEqual([
        expect.objectContaining({ signal: 'SIGKILL' }),
        expect.objectContaining({ signal: 'SIGKILL' }),
      ])
    })
  },
)

skipUnless(hasProc, NO_PROC).test(
  'a stop that is sent to every process at once leaves queries to the server',
  async () => {
    await withPool({ processes: 1 }, async (pool) => {
      await pool.run({ sql: 'SELECT 1', maxRows: 1 })
      const running = rowsOf(pool, SLOW)
      await busyDescendant(process.pid)
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        for (const pid of descendants(process.pid)) process.kill(pid, signal)
      expect(await running).toEqual([{ n: 1_000_000 }])
      // The signal that finds it waiting for a query ends it no more than one that finds it computing.
      for (const pid of descendants(process.pid)) process.kill(pid, 'SIGTERM')
      expect(await rowsOf(pool, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
      // The spare may still have been starting.
      expect(faults.filter(({ phase }) => phase !== 'start')).toEqual([])
    })
  },
)

skipUnless(hasProc, NO_PROC).test('a process that has grown is replaced after its answer', async () => {
  await withPool({ processes: 1, memoryMb: 256 }, async (pool) => {
    const grown = await pool.run({ sql: "SELECT length(printf('%100000000d', 1)) AS n", maxRows: 1 })
    expect(Buffer.concat(grown.json).toString()).toContain('"n":100000000')
    expect(await rowsOf(pool, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await waitFor('two processes, none of which has grown', () => {
      const sizes = descendants(process.pid).map((pid) => privateBytes([pid]))
      return (sizes.length === 2 && Math.max(...sizes) < 100e6) || undefined
    })
    expect(faults).toEqual([])
  })
})

describe('the snapshot is mapped, not copied into each process', () => {
  const sum = 'SELECT sum(length(filler)) AS n FROM exoplanets'
  let large: string
  beforeAll(async () => {
    large = join(await temporaryFolder(), 'catalog.sqlite')
    const database = new Database(large)
    database.run('CREATE TABLE exoplanets (pl_name TEXT, hostname TEXT, filler TEXT) STRICT')
    database.run('CREATE TABLE stellarhosts (hostname TEXT) STRICT')
    database.run(`INSERT INTO exoplanets
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT i, i, printf('%8000d', i) FROM n`)
    database.close()
    expect(Bun.file(large).size).toBeGreaterThan(160e6)
  })

  skipUnless(hasProc, NO_PROC).test('of a file that may be written', async () => {
    await withPool({ catalogPath: large, processes: 1, memoryMb: 64 }, async (pool) => {
      expect(await rowsOf(pool, sum)).toEqual([{ n: 160_000_000 }])
      const pids = descendants(process.pid)
      expect(pids.length).toBeGreaterThan(0)
      for (const pid of pids) expect(privateBytes([pid])).toBeLessThan(120e6)
    })
  })

  const prefix = boundByModes()
  skipUnless(hasProc && prefix !== undefined, 'there is no /proc, or file modes bind nobody here').test(
    'of a file that may only be read',
    async () => {
      chmodSync(large, 0o444)
      const script = join(await temporaryFolder(), 'parent.ts')
      await Bun.write(
        script,
        `import { createSqlPool } from ${JSON.stringify(join(import.meta.dir, '../../../../src/sql/pool/pool.ts'))}
        import { descendants, privateBytes } from ${JSON.stringify(join(import.meta.dir, '../../../fixtures/processes/process-tree.ts'))}
        const pool = createSqlPool({ catalogPath: ${JSON.stringify(large)}, processes: 1, queue: 1, timeoutMs: 60000, memoryMb: 64 })
        const { json } = await pool.run({ sql: ${JSON.stringify(sum)}, maxRows: 1 })
        const { data } = JSON.parse(Buffer.concat(json).toString())
        console.log(JSON.stringify({ data, bytes: descendants(process.pid).map((pid) => privateBytes([pid])) }))
        await pool.close()`,
      )
      const parent = Bun.spawn([...prefix!, process.execPath, script], { stdout: 'pipe' })
      const { data, bytes } = JSON.parse(await new Response(parent.stdout).text())
      expect(data).toEqual([{ n: 160_000_000 }])
      expect(bytes.length).toBeGreaterThan(0)
      expect(Math.max(...bytes)).toBeLessThan(120e6)
    },
  )
})

skipUnless(hasProc, NO_PROC).test(
  'a spare that has just died costs its query at most, and never hangs it',
  async () => {
    await withPool({ processes: 1 }, async (pool) => {
      await pool.run({ sql: 'SELECT 1', maxRows: 1 })
      for (const pid of descendants(process.pid)) process.kill(pid, 'SIGKILL')
      const outcome = await pool.run({ sql: 'SELECT 1 AS n', maxRows: 1 }).catch((error) => error.code)
      expect(['sql_unavailable', 1]).toContain(typeof outcome === 'string' ? outcome : outcome.rows)
      expect(await rowsOf(pool, 'SELECT 2 AS n')).toEqual([{ n: 2 }])
    })
  },
)

test('close ends what runs and what waits, and refuses what comes', async () => {
  await withPool({ processes: 1 }, async (pool) => {
    await pool.run({ sql: 'SELECT 1', maxRows: 1 })
    const asked = [ENDLESS, 'SELECT 1'].map((sql) => faultOf(pool.run({ sql, maxRows: 1 })))
    await pool.close()
    for (const error of await Promise.all(asked)) expect(error.code).toBe('stopping')
    expect((await faultOf(pool.run({ sql: 'SELECT 1', maxRows: 1 }))).code).toBe('stopping')
    if (hasProc) expect(descendants(process.pid)).toEqual([])
  })
})

test('a fault that quotes megabytes is refused in a line, and costs no process', async () => {
  await withPool({ processes: 1 }, async (pool) => {
    for (const length of [900_000, 1_100_000, 20_000_000]) {
      const error = await faultOf(
        pool.run({ sql: `SELECT json_extract('{}', printf('%.*c', ${length}, 'x'))`, maxRows: 1 }),
      )
      expect(error.code).toBe('invalid_sql')
      expect(error.message).toMatch(/^The query failed: bad JSON path: 'x{180,200}…x{90,110}'\.$/)
    }
    expect(await rowsOf(pool, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(faults).toEqual([])
  })
})

test('where no process can start, queries fail instead of waiting for ever', async () => {
  const broken = join(await temporaryFolder(), 'catalog.sqlite')
  await Bun.write(broken, 'this is no database, and longer than the hundred bytes of a header. '.repeat(100))
  await withPool({ catalogPath: broken }, async (pool) => {
    const error = await faultOf(pool.run({ sql: 'SELECT 1', maxRows: 1 }))
    expect(error.code).toBe('sql_unavailable')
    expect(error.help.retryAfterS).toBeWithin(1, 12)
    expect(faults[0]).toMatchObject({ phase: 'start', exitCode: 70 })
    expect(faults[0]!.detail).toContain('not a database')
  })
})

skipUnless(hasProc, NO_PROC).test(
  'engine processes end with the server, however it ends and whatever they compute',
  async () => {
    const script = join(await temporaryFolder(), 'parent.ts')
    await Bun.write(
      script,
      `import { createSqlPool } from ${JSON.stringify(join(import.meta.dir, '../../../../src/sql/pool/pool.ts'))}
    const pool = createSqlPool({ catalogPath: ${JSON.stringify(catalogPath)}, processes: 1, queue: 1, timeoutMs: 60000, memoryMb: 128 })
    await pool.run({ sql: 'SELECT 1', maxRows: 1 })
    pool.run({ sql: ${JSON.stringify(ENDLESS)}, maxRows: 1 })
    process.stdout.write('running')
    await Bun.sleep(60000)`,
    )
    const parent = Bun.spawn([process.execPath, script], { stdout: 'pipe' })
    await parent.stdout.getReader().read()
    await busyDescendant(parent.pid)
    const engines = descendants(parent.pid)
    expect(engines.length).toBeGreaterThanOrEqual(2)
    parent.kill('SIGKILL')
    await parent.exited
    const isRunning = (pid: number): boolean => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await waitFor('the end of the engine processes', () => (engines.some(isRunning) ? undefined : true), 5_000)
  },
)

skipUnless(hasProc, NO_PROC).test(
  'an engine process sees nothing of the environment of the server, and yields to it',
  async () => {
    process.env.SECRET_OF_THE_SERVER = 'x'
    try {
      await withPool({ processes: 1 }, async (pool) => {
        await pool.run({ sql: 'SELECT 1', maxRows: 1 })
        const [pid] = descendants(process.pid)
        const environment = await Bun.file(`/proc/${pid}/environ`).text()
        expect(environment.split('\0').filter((entry) => entry !== '')).toEqual(['TZ=UTC', 'NO_COLOR=1'])
        const stat = await Bun.file(`/proc/${pid}/stat`).text()
        expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])).toBe(10)
      })
    } finally {
      delete process.env.SECRET_OF_THE_SERVER
    }
  },
)

skipUnless(hasProc, NO_PROC).test('what medians hold counts as memory of the query', async () => {
  await withPool({ processes: 1, memoryMb: 64, timeoutMs: 280_000 }, async (pool) => {
    await pool.run({ sql: 'SELECT 1', maxRows: 1 })
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000)'
    const medians = [1, 2, 3, 4].map((factor) => `median(${factor} * i)`)
    const many = faultOf(pool.run({ sql: `${numbers} SELECT ${medians} FROM n`, maxRows: 1 }))
    expect((await many).code).toBe('query_too_large')
    // What a refused query held is free again.
    const few = numbers.replace('3000000', '100000')
    expect(await rowsOf(pool, `${few} SELECT median(i) AS m FROM n`)).toEqual([{ m: 50_000.5 }])
  })
})

test('a query whose process takes more memory than one may is ended, and counted', async () => {
  const counts = createPoolCounts()
  let takes = 0
  const start: SqlPoolOptions['start'] = (options) => Object.assign(startEngine(options), { privateBytes: () => takes })
  await withPool({ processes: 1, memoryMb: 128, counts, start }, async (pool) => {
    const greedy = pool.run({ sql: ENDLESS, maxRows: 1 })
    const refused = faultOf(greedy)
    takes = 290 * 1024 * 1024
    expect((await refused).code).toBe('query_too_large')
    takes = 280 * 1024 * 1024
    expect(await rowsOf(pool, SLOW)).toEqual([{ n: 1_000_000 }])
    expect([counts.ended.memory, counts.processesEnded.memory]).toEqual([1, 1])
  })
})
