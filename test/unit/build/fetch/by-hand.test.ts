import { expect, test } from 'bun:test'
import { adviceByHand } from '../../../../build/fetch/by-hand.ts'
import { section, tableRows } from '../../../fixtures/docs/docs.ts'
import { fetchConfig } from '../../../fixtures/processes/fetch-run.ts'

test('the documentation names the folder, the files and the addresses that a fetch with default settings prints', () => {
  const advice = adviceByHand(fetchConfig({})).join('\n')
  const text = section('Downloads by hand')
  const rows = tableRows(text)
  expect(rows.length).toBe(3)
  for (const [file, address] of rows.slice(0, 2))
    expect(advice).toContain(`  /project/archive/by-hand/${file!.slice(1, -1)}  from  ${address!.slice(1, -1)}\n`)
  expect(text).toContain('bun run build --archive archive/by-hand')
  expect(advice).toContain('Then run: bun run build --archive /project/archive/by-hand\n')
  expect(advice).toContain('TAP_SCHEMA.columns')
})

test('the addresses are those of the settings', () => {
  const advice = adviceByHand(
    fetchConfig(
      { ARCHIVE_TAP_URL: 'http://h/tap/sync?lang=ADQL', FETCH_TABLES: 'exo.pscomppars' },
      '--out',
      '/data/nasa',
    ),
  ).join('\n')
  expect(advice).toContain(
    '  /data/by-hand/pscomppars.csv  from  http://h/tap/sync?lang=ADQL&query=select+*+from+exo.pscomppars&format=csv\n',
  )
})
