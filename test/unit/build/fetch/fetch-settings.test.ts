import { expect, test } from 'bun:test'
import { FETCH_SETTINGS } from '../../../../build/fetch/fetch-settings.ts'
import { settingsHelp } from '../../../../src/command-line/setting.ts'
import { section, tableRows } from '../../../fixtures/docs/docs.ts'
import { fetchConfig } from '../../../fixtures/processes/fetch-run.ts'

test('without settings the archive itself is asked, patiently, into archive/nasa', () => {
  expect(fetchConfig({})).toEqual({
    tapUrl: 'https://exoplanetarchive.ipac.caltech.edu/TAP/sync',
    tables: ['ps', 'stellarhosts'],
    firstByteMs: 300_000,
    stall: { idleMs: 60_000, leastBytesPerS: 100 },
    totalMs: 3_600_000,
    attempts: 4,
    outDir: '/project/archive/nasa',
  })
})

test('blank settings count as absent, and names of tables may carry a schema', () => {
  const config = fetchConfig({ FETCH_ATTEMPTS: ' ', FETCH_TABLES: ' exo.pscomppars , stellarhosts,' }, '--out', '/x')
  expect(config).toMatchObject({ attempts: 4, tables: ['exo.pscomppars', 'stellarhosts'], outDir: '/x' })
})

test('further tables are fetched beside the two, each table once', () => {
  expect(fetchConfig({}, '--tables', 'pscomppars, TOI').tables).toEqual(['ps', 'stellarhosts', 'pscomppars', 'TOI'])
  expect(fetchConfig({ FETCH_FURTHER_TABLES: 'exo.toi' }).tables).toEqual(['ps', 'stellarhosts', 'exo.toi'])
  const same = fetchConfig({ FETCH_TABLES: 'pscomppars,stellarhosts' }, '--tables', 'ps,pscomppars,stellarhosts,toi')
  expect(same.tables).toEqual(['pscomppars', 'stellarhosts', 'ps', 'toi'])
})

test('both ends of a range are in it', () => {
  const lowest = fetchConfig({ FETCH_MIN_RATE: '0', FETCH_ATTEMPTS: '1', FETCH_IDLE_S: '1' })
  expect(lowest).toMatchObject({ stall: { idleMs: 1_000, leastBytesPerS: 0 }, attempts: 1 })
  const highest = fetchConfig({ FETCH_MIN_RATE: '100000', FETCH_ATTEMPTS: '20', FETCH_TIMEOUT_S: '86400' })
  expect(highest).toMatchObject({ stall: { leastBytesPerS: 100_000 }, attempts: 20, totalMs: 86_400_000 })
})

test.each([
  ['ARCHIVE_TAP_URL', 'ftp://example.org/'],
  ['ARCHIVE_TAP_URL', 'example.org'],
  ['ARCHIVE_TAP_URL', 'https://:secret@example.org/'],
  ['FETCH_TABLES', 'ps,pscomppars'],
  ['FETCH_TABLES', 'ps; drop table x'],
  ['FETCH_TABLES', ','],
  ['FETCH_TABLES', 'k2pandc'],
  ['FETCH_FURTHER_TABLES', 'toi; drop table x'],
  ['FETCH_FURTHER_TABLES', 'toi,exo.TOI'],
  ['FETCH_FURTHER_TABLES', 'order'],
  ['FETCH_FURTHER_TABLES', 'tap_schema'],
  ['FETCH_FURTHER_TABLES', 'a.b.c.d'],
  ['FETCH_FIRST_BYTE_S', '0'],
  ['FETCH_IDLE_S', '1.5'],
  ['FETCH_MIN_RATE', '-1'],
  ['FETCH_MIN_RATE', '100001'],
  ['FETCH_TIMEOUT_S', '86401'],
  ['FETCH_ATTEMPTS', '21'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => fetchConfig({ [name]: value })).toThrow(
    new RegExp(`^${name} must be .*, but is ${RegExp.escape(JSON.stringify(value))}\\.$`),
  )
})

test('help and documentation list every setting with its default', () => {
  const rows = tableRows(section('Fetching the archive'))
  for (const { name, default: fallback, range, help } of Object.values(FETCH_SETTINGS)) {
    expect(settingsHelp(FETCH_SETTINGS)).toContain(name)
    expect(rows).toContainEqual([`\`${name}\``, fallback, range, help])
  }
})
