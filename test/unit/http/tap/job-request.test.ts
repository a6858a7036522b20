import { describe, expect, test } from 'bun:test'
import { readJobFilter, readJobRequest, readWait } from '../../../../src/http/tap/job-request.ts'
import { readParameters, type TapParameters } from '../../../../src/http/tap/parameters.ts'
import { MAX_ADQL_LENGTH } from '../../../../src/tap/translate/translate-adql.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const given = (form: Readonly<Record<string, string>> | string): TapParameters =>
  readParameters(typeof form === 'string' ? form : new URLSearchParams(form).toString())
const refusedParameter = (read: () => unknown) => catalogError(read).help.parameter

describe('what a client sets of a job', () => {
  test('is nothing where it names nothing', () => {
    expect(readJobRequest(given('OTHER=1&DESTRUCTION=&RUNID=%20'))).toEqual({ parameters: [] })
  })

  test('are the parameters of its query, each with its last value', () => {
    const { parameters } = readJobRequest(given('query=select%201&FORMAT=csv&other=x&format=tsv&MAXREC='))
    expect(parameters).toEqual([
      ['QUERY', 'select 1'],
      ['FORMAT', 'tsv'],
      ['MAXREC', ''],
    ])
  })

  test('has bounds of its length', () => {
    for (const [name, most] of [
      ['QUERY', MAX_ADQL_LENGTH],
      ['UPLOAD', 1_000],
    ] as const) {
      const longest = 'x'.repeat(most)
      expect(readJobRequest(new Map([[name, [longest]]])).parameters).toEqual([[name, longest]])
      const error = catalogError(() => readJobRequest(new Map([[name, [`${longest}x`]]])))
      expect([error.code, error.message.includes(`${most + 1}`)]).toEqual(['sql_too_long', true])
    }
    expect(readJobRequest(given({ RUNID: 'r'.repeat(1_001) })).runId).toHaveLength(1_000)
  })

  test.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.5', '2030-01-31T12:00:00.500Z'],
    ['2030-01-31t12:00', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00+02:00', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ])('the time %s is %s', (text, iso) => {
    const form = given({ DESTRUCTION: text, AFTER: text })
    expect(new Date(readJobRequest(form).destructionMs!).toISOString()).toBe(iso)
    expect(new Date(readJobFilter(form, 'c').afterMs!).toISOString()).toBe(iso)
  })

  test.each(['tomorrow', '2030-13-01', '2030-01-31 12:00', '1e9', '2030'])('%s is no time', (text) => {
    expect(refusedParameter(() => readJobRequest(given({ DESTRUCTION: text })))).toBe('DESTRUCTION')
    expect(refusedParameter(() => readJobFilter(given({ AFTER: text }), 'c'))).toBe('AFTER')
  })

  test('its running time is in whole seconds, rounded up', () => {
    const secondsOf = (text: string) => readJobRequest(given({ EXECUTIONDURATION: text })).executionS
    expect(['0', '7', '7.2', '0.001'].map(secondsOf)).toEqual([0, 7, 8, 1])
    for (const text of ['-1', '-0.5', 'long', '1e3', '9999999999'])
      expect(refusedParameter(() => secondsOf(text))).toBe('EXECUTIONDURATION')
  })

  test('is done by a command, of which a removal goes before others', () => {
    const commandOf = (form: string) => readJobRequest(given(form)).command
    expect(['PHASE=run', 'phase=ABORT', 'ACTION=delete', 'PHASE=RUN&ACTION=DELETE', ''].map(commandOf)).toEqual([
      'RUN',
      'ABORT',
      'DELETE',
      'DELETE',
      undefined,
    ])
    expect(refusedParameter(() => commandOf('PHASE=HELD'))).toBe('PHASE')
    expect(refusedParameter(() => commandOf('ACTION=RUN'))).toBe('ACTION')
  })
})

test('a list is asked for by phases, time and number', () => {
  expect(readJobFilter(given(''), 'c')).toEqual({ client: 'c' })
  expect(readJobFilter(given('PHASE=completed&phase=HELD&LAST=0'), 'c')).toEqual({
    client: 'c',
    phases: new Set(['COMPLETED', 'HELD']),
    last: 0,
  })
  for (const last of ['-1', '1.5', 'all', '1234567890'])
    expect(refusedParameter(() => readJobFilter(given({ LAST: last }), 'c'))).toBe('LAST')
  expect(refusedParameter(() => readJobFilter(given('PHASE=NONE'), 'c'))).toBe('PHASE')
})

test('a wait is in seconds, at most a minute, for the end of a phase', () => {
  const waitOf = (form: string) => readWait(given(form))
  expect(waitOf('')).toBeUndefined()
  expect(waitOf('WAIT=0')).toEqual({ ms: 0, phase: undefined })
  expect(waitOf('WAIT=2.5&PHASE=queued')).toEqual({ ms: 2_500, phase: 'QUEUED' })
  expect([waitOf('WAIT=60')!.ms, waitOf('WAIT=61')!.ms, waitOf('WAIT=-1')!.ms]).toEqual([60_000, 60_000, 60_000])
  expect(waitOf('WAIT=1&PHASE=NONE')!.phase).toBeUndefined()
  expect(refusedParameter(() => waitOf('WAIT=soon'))).toBe('WAIT')
})
