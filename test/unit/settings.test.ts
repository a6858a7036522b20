import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { UsageError } from '../../src/command-line/usage-error.ts'
import { helpText, readCommandLine, SETTINGS } from '../../src/settings.ts'
import { section, tableRows } from '../fixtures/docs/docs.ts'

const settings = (env: Record<string, string>, ...args: string[]) => readCommandLine(env, args).settings

test('without environment and flags every setting has its default', () => {
  const { sqlProcesses, ...rest } = settings({})
  expect(rest).toEqual({
    dataDir: join(import.meta.dir, '../../dist-data'),
    pullFrom: undefined,
    pollS: 60,
    host: '127.0.0.1',
    port: 3000,
    servers: 1,
    baseUrl: undefined,
    sqlTimeoutMs: 30_000,
    sqlQueue: 64,
    sqlMemoryMb: 512,
    trustedProxies: [],
    cacheMb: 128,
    sendMb: 512,
    cacheMaxAgeS: 300,
    exportMaxAgeS: 86_400,
    logLevel: 'info',
    metrics: true,
    jobsDir: '',
    jobsMax: 1_000,
    jobsMb: 1_024,
    jobsKeepS: 86_400,
    jobsTimeoutS: 300,
    allowedOrigins: [],
    allowedHosts: [],
  })
  expect(sqlProcesses).toBeWithin(2, 5)
})

test('a flag wins over the environment, and an empty or blank variable counts as absent', () => {
  expect(settings({ PORT: '4000' }).port).toBe(4000)
  expect(settings({ PORT: '4000' }, '--port', '0').port).toBe(0)
  expect(settings({ PORT: '4000' }, '--port=5000').port).toBe(5000)
  expect(settings({ PORT: ' ', HOST: '' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
  expect(settings({}, '--sql-timeout-ms', '1000').sqlTimeoutMs).toBe(1000)
})

test('an empty flag does not fall back to anything, whatever the environment says', () => {
  for (const args of [['--port='], ['--port', ''], ['--port=  '], ['--base-url='], ['--data-dir=']])
    expect(() => settings({ PORT: '4666' }, ...args)).toThrow(/^--[\w-]+ is empty; give it a value or leave it out\.$/)
})

test('words are the same in any case', () => {
  expect(['on', 'ON', 'Off', 'OFF'].map((METRICS) => settings({ METRICS }).metrics)).toEqual([true, true, false, false])
  expect(() => settings({ METRICS: 'yes' })).toThrow('METRICS must be on or off, but is "yes".')
})

test('lists are split at commas, with blanks dropped', () => {
  expect(settings({ ALLOWED_HOSTS: ' Example.org, ,[::1] ' }).allowedHosts).toEqual(['example.org', '[::1]'])
  expect(settings({ ALLOWED_ORIGINS: 'https://a.example,http://b.example:8080' }).allowedOrigins).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ])
})

test('the public address loses its trailing slash and keeps its path', () => {
  expect(settings({ BASE_URL: 'https://example.org/' }).baseUrl).toBe('https://example.org')
  expect(settings({ BASE_URL: 'https://example.org/catalog/' }).baseUrl).toBe('https://example.org/catalog')
})

describe('a bad value stops the start with a sentence that names it', () => {
  test.each([
    ['PORT', '65536', 'PORT must be an integer from 0 to 65535, but is "65536".'],
    ['PORT', '-1', 'PORT must be an integer from 0 to 65535, but is "-1".'],
    ['PORT', '80a', 'PORT must be an integer from 0 to 65535, but is "80a".'],
    ['PORT', '1e3', 'PORT must be an integer from 0 to 65535, but is "1e3".'],
    ['CACHE_MB', '0', 'CACHE_MB must be an integer from 1 to 65536 (MiB), but is "0".'],
    ['SQL_TIMEOUT_MS', '1', 'SQL_TIMEOUT_MS must be an integer from 50 to 600000 (milliseconds), but is "1".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, but is "loud".'],
    ['BASE_URL', 'example.org', 'BASE_URL must be an http or https address without a query, such as'],
    ['BASE_URL', 'ftp://example.org', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://example.org/?a', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://example.org/?', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://example.org/#', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://example.org/#a', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://name@example.org/', 'BASE_URL must be an http or https address'],
    ['BASE_URL', 'https://:word@example.org/', 'BASE_URL must be an http or https address'],
    ['PULL_FROM', 's3:bucket', 'PULL_FROM must be an address such as s3://bucket/prefix, but is "s3:bucket".'],
    ['PULL_FROM', 's3://bucket/../x', 'PULL_FROM must be an address such as s3://bucket/prefix'],
    ['PULL_FROM', 'gs://bucket/x', 'PULL_FROM must be an address such as s3://bucket/prefix, or a folder'],
    ['PULL_FROM', 'https://example.org/x?y', 'PULL_FROM must be an http or https address without a query'],
    ['POLL_S', '-1', 'POLL_S must be an integer from 0 to 86400 (seconds)'],
    ['ALLOWED_ORIGINS', 'https://a.example/path', 'ALLOWED_ORIGINS must be a list of origins'],
    ['ALLOWED_HOSTS', 'a.example:80', 'ALLOWED_HOSTS must be a list of host names without port'],
  ])('%s=%s', (name, value, sentence) => {
    expect(() => settings({ [name]: value })).toThrow(UsageError)
    expect(() => settings({ [name]: value })).toThrow(sentence)
  })

  test('a bad flag is named as a flag', () => {
    expect(() => settings({}, '--port', 'x')).toThrow('--port must be an integer')
  })

  test('an unknown flag, a flag without value and a stray word are refused', () => {
    expect(() => settings({}, '--prot', '1')).toThrow(/--prot.*--help lists the flags/)
    expect(() => settings({}, '--port')).toThrow(UsageError)
    expect(() => settings({}, 'serve')).toThrow(/serve/)
  })
})

test('the help names every flag and variable with its default', () => {
  const text = helpText()
  for (const setting of Object.values(SETTINGS)) {
    expect(text).toContain(`--${setting.name.toLowerCase().replaceAll('_', '-')}, ${setting.name}\n`)
    expect(text).toContain(setting.help)
  }
})

test('the documentation names every setting with its default and range', () => {
  const rows = tableRows(section('Settings'))
  for (const { name, ...setting } of Object.values(SETTINGS)) {
    const shown = 'defaultInWords' in setting ? setting.defaultInWords : setting.default
    expect(rows).toContainEqual([`\`${name}\``, String(shown), setting.range, setting.help])
  }
  expect(rows).toHaveLength(Object.keys(SETTINGS).length)
})
