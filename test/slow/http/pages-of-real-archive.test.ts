import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Detail } from '../../../src/core/answers/detail.ts'
import { NAME_COLUMN, TABLE_NAMES } from '../../../src/format/table.ts'
import { realArchive } from '../../fixtures/archives/real-archive.ts'
import { pageValues, shownOf } from '../../fixtures/pages/page-values.ts'
import { catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

const SAMPLE = 300
const SEED = 20_261_128

/** Numbers from 0 to 1, the same at each run. */
function* shares(): Generator<number, never> {
  for (let state = SEED; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

// A few minutes go by while the large archive is built.
const FOLDERS = process.env.FULL ? ['volume', 'all-columns'] : ['all-columns']

skipUnless(realArchive !== undefined, 'there is no folder with real archive tables').test.each(FOLDERS)(
  'pages of planets and hosts drawn at random have the numbers of their exports: %s',
  async (folder) => {
    const service = await catalogApp({}, join(realArchive!, folder))
    const random = shares()
    for (const table of TABLE_NAMES) {
      const column = NAME_COLUMN[table]
      const sql = `SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1`
      const answer = await service.get(`/rest/query?limit=10000&sql=${encodeURIComponent(sql)}`)
      const names = ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
      let compared = 0
      for (let drawn = 0; drawn < SAMPLE; drawn++) {
        const name = names[Math.floor(random.next().value * names.length)]!
        const path = `/${table}/${encodeURIComponent(name)}`
        const response = await service.get(path, { headers: { accept: 'text/html' } })
        expect(response.status, path).toBe(200)
        const { records } = (await (await service.get(`${path}.json`)).json()) as Detail
        for (const { column, row, text } of pageValues(await response.text()))
          if (row !== undefined) {
            expect(text, `${path}: ${column} of row ${row}`).toBe(shownOf(records[row]![column]))
            compared += 1
          }
      }
      expect(compared).toBeGreaterThan(SAMPLE * 3)
    }
    await service.close()
  },
)
