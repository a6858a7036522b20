import { z } from 'zod'
import { hasDefaultFlag } from '../../format/manifest.ts'
import type { Row } from '../../objects/values.ts'
import { grouped, groupsSchema, leftOutNotice, MAX_OBJECT_CHARS, objectFields } from '../objects/answer.ts'
import { findNamed } from '../objects/find-named.ts'
import { planetFacts } from '../objects/planet.ts'
import { readAnswer } from '../results/read-answer.ts'
import { defineTool } from '../results/tool.ts'

const output = z.strictObject({
  ...objectFields,
  hostname: z.string().nullable(),
  date: z.string().nullable().describe('Date of the table.'),
  rows: z.int().describe('Rows of the planet, one per reference.'),
  row: z.record(z.string(), z.unknown()).describe('The row that the values come from.'),
  controversial: z.boolean().nullable(),
  groups: groupsSchema,
})

/** The columns that distinguish a row from the others of its planet. */
const ROW_COLUMNS = ['default_flag', 'soltype', 'pl_pubdate', 'rowupdate']

export const getPlanet = defineTool({
  name: 'get_planet',
  title: 'Get one planet',
  description:
    'Returns one planet in at most 4,000 characters: the row that the archive has chosen (default_flag = 1) with uncertainties, limits, units and references; spread (number of rows, min, max, median) shows how far the measured values of all references differ. Names in any spelling.',
  input: z.strictObject({ name: z.string().min(1).max(200).describe('Name of the planet, as in "TRAPPIST-1 e".') }),
  output,
  maxChars: MAX_OBJECT_CHARS,
  run({ name: asked }, { catalog }) {
    const { name, match } = findNamed(catalog, asked, 'planet')
    const { records } = readAnswer<{ records: readonly Row[] }>(catalog.export('exoplanet', name, 'json'))
    const { columns, date } = catalog.manifest.tables.exoplanets
    const { row, entries, cautions, controversial } = planetFacts(columns, records, hasDefaultFlag(catalog.manifest))
    const shown = (count: number, cut: { truncated: boolean; notice?: string }): z.output<typeof output> => ({
      name,
      match,
      hostname: row.hostname === undefined || row.hostname === null ? null : String(row.hostname),
      date,
      rows: records.length,
      row: Object.fromEntries(ROW_COLUMNS.flatMap((column) => (row[column] == null ? [] : [[column, row[column]]]))),
      controversial,
      cautions,
      ...cut,
      groups: grouped(entries.slice(0, count)),
    })
    return {
      output: shown(entries.length, { truncated: false }),
      parts: entries.length,
      shorten: (count) =>
        shown(count, { truncated: true, notice: leftOutNotice(entries.slice(count).map(({ column }) => column)) }),
    }
  },
})
