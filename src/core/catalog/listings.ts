import { DATA_TYPES } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import type { FormatName } from '../../formats/formats.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import { alternatives } from '../text/quote-for-message.ts'
import type { Answer } from './catalog.ts'
import { outputColumn, rowsOf, tabularAnswer } from './tabular-answer.ts'

const text = (name: string, description: string): OutputColumn => ({ name, type: 'text', description })
const whole = (name: string, description: string): OutputColumn => ({ name, type: 'integer', description })

/** The columns of a schema in tabular formats. */
const SCHEMA_COLUMNS: readonly OutputColumn[] = [
  text('name', 'Name of the column.'),
  text('data_type', `Type: ${alternatives(Object.values(DATA_TYPES))}.`),
  text('unit', 'Unit as the archive writes it.'),
  text('description', 'Meaning of the column.'),
  text('source_datatype', 'Type that the archive declares.'),
  whole('nulls', 'Number of rows without a value.'),
  { name: 'min', type: 'real', description: 'Smallest value of a numeric column.' },
  { name: 'max', type: 'real', description: 'Largest value of a numeric column.' },
]

/** The columns of the list of tables in tabular formats. */
const TABLE_COLUMNS: readonly OutputColumn[] = [
  text('name', 'Name of the table.'),
  text('aliases', 'Other names of it.'),
  text('title', 'Contents of the table.'),
  whole('rows', 'Number of rows.'),
  whole('columns', 'Number of columns.'),
  text('date', 'Date of the table.'),
  text('source', 'Source of the table.'),
]

/** The columns of the list of insights in tabular formats. */
const INSIGHT_COLUMNS: readonly OutputColumn[] = [
  text('slug', 'Identifier of the insight.'),
  text('title', 'Title.'),
  text('category', 'Subject of the insight.'),
  text('description', 'What the rows are.'),
  text('kind', 'Type of the insight.'),
  whole('limit', 'Maximum number of rows.'),
  text('sql', 'SQL of the insight.'),
  text('caveats', 'Read these before you quote the rows.'),
]

type Row = Readonly<Record<string, unknown>>
type Facts = Pick<Manifest, 'snapshotId' | 'source'>

/** A schema as rows, one per column; `json` is the JSON response. */
export function schemaRows(facts: Facts, table: string, json: Answer, format: Exclude<FormatName, 'json'>): Answer {
  return tabularAnswer(facts, json.key, `${table}-schema`, format, () => {
    const { columns } = rowsOf(json.body()) as { readonly columns: readonly Row[] }
    return { query: `columns of ${table}`, columns: SCHEMA_COLUMNS, rows: columns }
  })
}

/** The list of tables as rows; several aliases of a table share one cell. */
export function tableListRows(facts: Facts, json: Answer, format: Exclude<FormatName, 'json'>): Answer {
  return tabularAnswer(facts, json.key, 'tables', format, () => {
    const list = rowsOf(json.body()) as readonly (Row & { readonly aliases: readonly string[] })[]
    const rows = list.map((row) => ({ ...row, aliases: row.aliases.length === 0 ? null : row.aliases.join(' ') }))
    return { query: 'tables', columns: TABLE_COLUMNS, rows }
  })
}

/** The list of insights as rows. */
export function insightListRows(facts: Facts, json: Answer, format: Exclude<FormatName, 'json'>): Answer {
  return tabularAnswer(facts, json.key, 'insights', format, () => ({
    query: 'insights',
    columns: INSIGHT_COLUMNS,
    rows: rowsOf(json.body()) as readonly Row[],
  }))
}

/** The rows of one insight. */
export function insightRows(facts: Facts, slug: string, json: Answer, format: Exclude<FormatName, 'json'>): Answer {
  return tabularAnswer(facts, json.key, slug, format, () => {
    const { meta, data } = rowsOf(json.body()) as {
      readonly meta: { readonly sql: string; readonly columns: readonly Parameters<typeof outputColumn>[0][] }
      readonly data: readonly Row[]
    }
    return { query: meta.sql, columns: meta.columns.map(outputColumn), rows: data }
  })
}
