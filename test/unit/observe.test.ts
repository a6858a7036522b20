import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createObserver, type LogLevel, type Observation } from '../../src/observe.ts'
import { section, tableRows } from '../fixtures/docs/docs.ts'

function observer(level: LogLevel) {
  const lines: string[] = []
  const created = createObserver(
    level,
    (line) => lines.push(line),
    () => new Date('2026-01-02T03:04:05.678Z'),
  )
  return { lines, ...created }
}

const request: Observation = { kind: 'request_done', method: 'GET', url: 'http://h/rest', status: 200, ms: 1.5 }

test('a request is one JSON line at debug level and none above', () => {
  const debug = observer('debug')
  debug.observe(request)
  expect(debug.lines).toEqual([
    '{"time":"2026-01-02T03:04:05.678Z","level":"debug","kind":"request_done","method":"GET","url":"http://h/rest","status":200,"ms":1.5}\n',
  ])
  const info = observer('info')
  info.observe(request)
  expect(info.lines).toEqual([])
  expect(info.counters()).toEqual({ request_done_200: 1 })
})

test('a problem is one line with stack and cause, whatever the level', () => {
  const { lines, observe } = observer('error')
  const error = new Error('outer', { cause: new TypeError('inner\nline') })
  observe({ kind: 'problem', requestId: 'r1', method: 'GET', url: 'http://h/', error })
  expect(lines).toHaveLength(1)
  const logged = JSON.parse(lines[0]!)
  expect(logged).toMatchObject({ level: 'error', kind: 'problem', requestId: 'r1' })
  expect(logged.error).toContain('outer')
  expect(logged.error).toMatch(/caused by [\s\S]*inner/)
  expect(lines[0]!.trimEnd()).not.toContain('\n')
})

test('a very long address is cut in the log', () => {
  const { lines, observe } = observer('debug')
  for (const length of [2_500, 60_000]) {
    observe({ ...request, url: `http://h/${'x'.repeat(length)}` })
    expect(lines.pop()!.length).toBeLessThan(2_200)
  }
})

test('counters tell refusals by code, and the last line carries them all', () => {
  const { lines, observe } = observer('info')
  observe({ kind: 'refused', code: 'unknown_column', detail: 'no' })
  observe({ kind: 'refused', code: 'unknown_column', detail: 'no' })
  observe({ kind: 'cache_read', cache: 'answers', isHit: true })
  observe({ kind: 'cache_read', cache: 'sql', isHit: true })
  observe({ kind: 'cache_read', cache: 'answers', isHit: false })
  observe({ kind: 'stopped', ms: 3, cut: 0 })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: '2026-01-02T03:04:05.678Z',
      level: 'info',
      kind: 'stopped',
      ms: 3,
      cut: 0,
      counters: { cache_read_hit: 1, cache_read_miss: 1, cache_read_sql_hit: 1, refused_unknown_column: 2, stopped: 1 },
    },
  ])
})

test('the documentation lists every kind of log line', async () => {
  const source = await Bun.file(join(import.meta.dir, '../../src/observe.ts')).text()
  const levels = /const LEVELS = \{([\s\S]*?)\}/.exec(source)![1]!
  const logged = Array.from(levels.matchAll(/(\w+): '\w+'/g), ([, kind]) => `\`${kind}\``)
  const rows = tableRows(section('Logs')).map(([kind]) => kind)
  expect(logged.length).toBeGreaterThan(10)
  expect(rows.sort()).toEqual(logged.sort())
})
