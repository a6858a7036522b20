import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { Moments } from '../../../../src/sql/sqlite/statistics.ts'
import { descendants, hasProc, NO_PROC, privateBytes } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { catalogOf, SQL_ARCHIVES } from '../../../fixtures/snapshots/sql-catalogs.ts'

const ROOT_2 = Math.SQRT1_2 * 2

/** Expressions over the values 1, 2, NULL, 4 in x and 2, 4, 6, NULL in y, or over none, with their values. */
const RESULTS: readonly (readonly [expression: string, value: unknown])[] = [
  ['variance(x)', 7 / 3],
  ['stddev(x)', Math.sqrt(7 / 3)],
  ['var_pop(x)', 14 / 9],
  ['stddev_pop(x)', Math.sqrt(14 / 9)],
  ['median(x)', 2],
  ['percentile(x, 0)', 1],
  ['percentile(x, 0.25)', 1.5],
  ['percentile(x, 1)', 4],
  ['percentile(y, 0.5)', 4],
  ['corr(x, y)', 1],
  ['corr(x, -y)', -1],
  ['corr(x, 5)', null],
  ['corr(x, NULL)', null],
  ['variance(NULL)', null],
  ['median(NULL)', null],
  ['stddev(x) FILTER (WHERE x > 1)', ROOT_2],
  ['stddev(x) FILTER (WHERE x > 3)', null],
  ['stddev_pop(x) FILTER (WHERE x > 3)', 0],
  ['median(x) FILTER (WHERE x > 9)', null],
  ['percentile(x, 0.5) FILTER (WHERE 0)', null],
  ['median(DISTINCT x / 2)', 1],
  ["variance('3')", 0],
  ["'Kepler-22 b' REGEXP '^Kepler-\\d+ [b-z]$'", 1],
  ["'kepler-22 b' REGEXP '^Kepler'", 0],
  ["'kepler-22 b' REGEXP '(?i)^Kepler'", 1],
  ["regexp('l{2}', 'hello')", 1],
  ["NULL REGEXP 'x'", null],
  ["'x' REGEXP NULL", null],
  ["42 REGEXP '^4'", 1],
  ["'ä' REGEXP '^.$'", 1],
  ["'𝄞' REGEXP '^.$'", 1],
  ["'x' NOT REGEXP 'y'", 1],
  ["char(65279) || 'x' REGEXP '^x'", 0],
  ['greatest(1, 3, 2)', 3],
  ['least(4, 3, 2.5)', 2.5],
  ['greatest(1, NULL)', null],
  ['least(NULL, 1)', null],
  ['greatest(5, 3) / 2', 2],
  ['greatest(7)', 7],
  ['round_to(1250, -2)', 1300],
  ['round_to(-1250, -2)', -1300],
  ['round_to(2.345, 2)', 2.35],
  ['round_to(NULL, 2)', null],
  ['round_to(2.5, 400)', 2.5],
  ['truncate(0.29, 2)', 0.29],
  ['truncate(-1299, -2)', -1200],
  ['truncate(-2.7)', -2],
  ['truncate(1e300, 5)', 1e300],
  ['truncate(x, NULL)', null],
  ['to_text(5.0)', '5'],
  ['to_text(0.1)', '0.1'],
  ["to_text('5.0')", '5.0'],
  ['to_text(9223372036854775807)', '9223372036854775807'],
  ['to_text(NULL)', null],
  ["to_number(' 12.50 ')", 12.5],
  ["to_number('12 b')", null],
  ["to_number('')", null],
  ["typeof(to_number('12'))", 'integer'],
  ["to_number('9223372036854775807') - 9223372036854775800", 7],
  ["typeof(to_number('99999999999999999999'))", 'real'],
  ['sky_distance(0, 0, 0, 90)', 90],
  ['round(sky_distance(10, 90, 200, 90), 9)', 0],
  ['round(sky_distance(359.5, 0, 0.5, 0), 9)', 1],
  ['round(sky_distance(0, 89.5, 180, 89.5), 9)', 1],
  ['round(sky_distance(0, 45, 180, -45), 9)', 180],
  ['round(sky_distance(10, 20, 10.0000000003, 20) * 1e10, 3)', 2.819],
  ['sky_distance(NULL, 0, 0, 0)', null],
  ['sky_point(10, 20)', 'Position ICRS 10 20'],
  ['sky_circle(10, 20, 0.5)', 'Circle ICRS 10 20 0.5'],
  ['sky_polygon(0, 0, 1, 0, 0, 1)', 'Polygon ICRS 0 0 1 0 0 1'],
  ['sky_inside(0.1, 0.1, sky_box(0, 0, 1, 1))', 1],
  ['sky_inside(0.1, 0.6, sky_box(0, 0, 1, 1))', 0],
  ['sky_inside(x, NULL, sky_box(0, 0, 1, 1))', null],
  ['sky_contains(sky_circle(0, 90, 2), sky_circle(123, 89, 0.9))', 1],
  ['sky_intersects(sky_circle(0, 0, 1), sky_circle(2.5, 0, 1))', 0],
  ['round(sky_area(sky_circle(0, 0, 180)), 3)', 41252.961],
  ['sky_longitude(sky_centroid(sky_circle(10, 20, 1)))', 10],
  ["greatest('a', 'B')", 'a'],
  ["least('a', 'B')", 'B'],
  ["greatest(1, 'a')", 'a'],
  ["greatest('a', x'00')", '00'],
  ["least('a', x'00')", 'a'],
  ['typeof(greatest(1, 2.0))', 'real'],
  ['typeof(greatest(9007199254740993, 9007199254740992))', 'integer'],
  ['greatest(9007199254740993, 9007199254740992) - 9007199254740990', 3],
  ['least(9007199254740993, 9007199254740992.0) - 9007199254740990', 2],
  ["greatest('ä', 'z')", 'ä'],
  ["greatest('', '')", ''],
  ["typeof(least('', 'a'))", 'text'],
  ["typeof(least(x'', x'00'))", 'blob'],
  ["greatest(x'', x'00')", '00'],
  ['greatest(zeroblob(2), zeroblob(3))', '000000'],
  ["least(zeroblob(2), x'01')", '0000'],
  ["length(greatest(zeroblob(20000000), replace(hex(zeroblob(5000000)), '0', 'a')))", 20_000_000],
  ['log(100)', 2],
  ['log10(1000)', 3],
  ['ln(exp(2))', 2],
  ['log(2, 8)', 3],
]

async function single(pool: SqlRunner, sql: string): Promise<unknown> {
  const { json } = await pool.run({ sql, maxRows: 1 })
  const { data, columns } = JSON.parse(Buffer.concat(json).toString())
  return data[0][columns[0]]
}

describe.each(SQL_ARCHIVES)('on %s', (_name, archiveDir) => {
  let pool: SqlRunner
  let native: Database
  let catalogPath: string

  function startPool(): SqlRunner {
    return createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 20_000, memoryMb: 256 })
  }

  beforeAll(async () => {
    catalogPath = await catalogOf(archiveDir)
    pool = startPool()
    native = new Database(catalogPath, { readonly: true })
  })
  afterAll(async () => {
    native.close()
    await pool.close()
  })

  test('added functions give their values, with nulls left out', async () => {
    for (const [expression, value] of RESULTS) {
      const from = /\b[xy]\b/.test(expression.replace(/x'|'[^']*'/g, '')) ? 'FROM v' : ''
      const sql = `WITH v(x, y) AS (VALUES (1, 2), (2, 4), (NULL, 6), (4, NULL)) SELECT ${expression} ${from}`
      const found = await single(pool, sql)
      if (typeof value === 'number')
        expect([expression, Number(found)]).toEqual([expression, expect.closeTo(value, 12)])
      else expect([expression, found]).toEqual([expression, value])
    }
  })

  test('statistics by group equal those computed from the rows', async () => {
    const { json } = await pool.run({
      sql: `SELECT discoverymethod AS m, stddev(pl_rade) AS s, var_pop(pl_rade) AS v, median(pl_rade) AS d, percentile(pl_rade, 0.9) AS p
        FROM exoplanets GROUP BY 1 ORDER BY 1`,
      maxRows: 100,
    })
    const { data } = JSON.parse(Buffer.concat(json).toString())
    const groups = new Map<string, number[]>()
    for (const [method, radius] of native.query('SELECT discoverymethod, pl_rade FROM exoplanets').values()) {
      const values = groups.get(String(method)) ?? []
      groups.set(String(method), values)
      if (typeof radius === 'number') values.push(radius)
    }
    expect(data).toHaveLength(groups.size)
    for (const { m, s, v, d, p } of data) {
      const values = groups.get(String(m))!.sort((a, b) => a - b)
      const moments = new Moments()
      for (const value of values) moments.add(value)
      const at = (fraction: number): number | null => {
        const place = fraction * (values.length - 1)
        const [low, high] = [values[Math.floor(place)], values[Math.ceil(place)]]
        return low === undefined || high === undefined ? null : low + (place - Math.floor(place)) * (high - low)
      }
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 8))
      expect([m, s, v, d, p]).toEqual([
        m,
        near(values.length < 2 ? null : Math.sqrt(squares / (values.length - 1))),
        near(values.length < 1 ? null : squares / values.length),
        near(at(0.5)),
        near(at(0.9)),
      ])
    }
  })

  test('a text that is too long for a function is refused, as it would take memory beyond the limit', async () => {
    expect(await single(pool, "SELECT printf('%.*c', 16777216, 'x') REGEXP '^x+$'")).toBe(1)
    await expect(single(pool, "SELECT printf('%.*c', 16777217, 'x') REGEXP 'x'")).rejects.toThrow('too long')
  })

  skipUnless(hasProc, NO_PROC).test('blobs are compared and given back within the memory of SQLite', async () => {
    // A process of its own: one that ran other queries may still hold what they left to the garbage collector.
    const others = new Set(descendants(process.pid))
    const fresh = startPool()
    let peakBytes = 0
    const watch = setInterval(() => {
      for (const pid of descendants(process.pid)) {
        if (!others.has(pid)) peakBytes = Math.max(peakBytes, privateBytes([pid]))
      }
    }, 10)
    const sql = `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20)
      SELECT sum(length(greatest(zeroblob(60000000 + i), zeroblob(60000000)))) AS sum FROM n`
    try {
      expect(await single(fresh, sql)).toBe(20 * 60_000_000 + 210)
    } finally {
      clearInterval(watch)
      await fresh.close()
    }
    expect(peakBytes).toBeGreaterThan(120_000_000)
    expect(peakBytes).toBeLessThan((256 + 150) * 1024 * 1024)
  })

  test('an aggregation that is broken off leaves nothing behind', async () => {
    for (let i = 0; i < 20; i++) {
      await expect(
        single(pool, 'SELECT median(pl_rade), abs(-9223372036854775808) FROM exoplanets GROUP BY hostname'),
      ).rejects.toThrow('overflow')
    }
    expect(await single(pool, 'SELECT median(n) FROM (SELECT 1 AS n UNION ALL SELECT 3)')).toBe(2)
  })
})
