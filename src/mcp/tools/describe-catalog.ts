import { z } from 'zod'
import { type ColumnDescription, type SchemaResponse, schemaColumnSchema } from '../../core/answers/column.ts'
import { COMPANION_NAMES, COMPANIONS } from '../../core/answers/column-notes.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { truncate } from '../../core/text/quote-for-message.ts'
import { columnInfo } from '../../format/column.ts'
import { allTables } from '../../format/manifest.ts'
import { isTableName, NAME_COLUMN } from '../../format/table.ts'
import { foldVariants, groupByTopic } from '../../objects/column-groups.ts'
import { selectColumns } from '../columns/select-columns.ts'
import { tableArgument, tableOf } from '../columns/table-argument.ts'
import { aboutTable } from '../columns/table-facts.ts'
import { readAnswer } from '../results/read-answer.ts'
import { defineTool, type ToolOutput, truncatedFields } from '../results/tool.ts'

const described = schemaColumnSchema.partial({ nulls: true }).extend({
  variants: z
    .array(z.enum(COMPANION_NAMES))
    .optional()
    .describe('Suffixes of companion columns: pl_rade with err1 has pl_radeerr1.'),
})
type Described = z.output<typeof described>

const output = z.strictObject({
  table: z.string(),
  about: z.string().describe('What one row is, and how to get one row for each planet or star.'),
  rows: z.int().describe('Rows of the table.'),
  names: z.int().describe('Distinct values of name_column: planets, or names of hosts and their companions.'),
  name_column: z.string().describe('The column that names a row’s planet or star; download_detail accepts its values.'),
  default_columns: z.array(z.string()),
  total_columns: z.int(),
  hint: z.string(),
  not_found: z
    .array(z.strictObject({ name: z.string(), suggestions: z.array(z.string()) }))
    .exactOptional()
    .describe('Entries of columns that match nothing, with similar names; absent if there are none.'),
  ...truncatedFields,
  groups: z.array(z.strictObject({ topic: z.string(), columns: z.array(described) })),
})

/** Maximum number of `columns` entries with an asterisk: each is compared with every name of the table. */
const MAX_PATTERNS = 20

/** Maximum length of a description in the overview, in characters; most of the archive's are below 50. */
const OVERVIEW_DESCRIPTION = 100

/** A column in the overview: abbreviated, with the suffixes of its companion columns. */
function overviewEntry({ column, variants }: ReturnType<typeof foldVariants>[number]): Described {
  const { source_datatype, description, ...info } = columnInfo(column)
  return {
    ...info,
    ...(description === undefined ? {} : { description: truncate(description, OVERVIEW_DESCRIPTION) }),
    ...(variants.length === 0 ? {} : { variants: [...variants] }),
  }
}

/** The column that names the objects of the rows, the number of its names, and the columns to look at first. */
function namesOf(catalog: Catalog, table: string) {
  const { tables, furtherTables } = catalog.manifest
  if (isTableName(table)) {
    const { names, defaultColumns } = tables[table]
    return { names, name_column: NAME_COLUMN[table], default_columns: [...defaultColumns] }
  }
  const { keyColumns } = furtherTables[table]!
  const { distinct } = readAnswer<ColumnDescription>(catalog.column(table, keyColumns[0]!))
  return { names: distinct, name_column: keyColumns[0]!, default_columns: [...keyColumns] }
}

const OVERVIEW_HINT = `Companion columns are folded into variants: ${COMPANION_NAMES.map((ending) => `${ending} = ${COMPANIONS[ending]}`).join('; ')}. For full entries pass columns, for example ["pl_rade*", "disc_*"]; * stands for any characters.`
const COLUMNS_HINT =
  'These are the requested columns. Without columns and search, this tool gives an overview of the whole table.'

export const describeCatalog = defineTool({
  name: 'describe_catalog',
  title: 'Describe a table',
  description:
    'Describes a table: what a row is, how many there are, and its columns by topic with types, units and descriptions. Call it before you write SQL: the names are the archive’s own abbreviations (pl_ planet, st_ star, sy_ system, disc_ discovery), and a guess is usually wrong. Without columns it gives an overview with uncertainties and limit flags folded into their column; with columns or search only those columns, in full, with nulls and range.',
  input: z.strictObject({
    table: tableArgument.describe(
      'exoplanets: confirmed planets with values of their host and system. stellarhosts: host stars. Or a further table that health lists.',
    ),
    columns: z
      .array(z.string().min(1).max(100))
      .max(1_000)
      .refine(
        (entries) => entries.filter((entry) => entry.includes('*')).length <= MAX_PATTERNS,
        `it can have at most ${MAX_PATTERNS} patterns; "*" alone selects all columns`,
      )
      .optional()
      .describe('Names of columns to describe in full; * stands for any characters, as in ["pl_rade*", "st_teff"].'),
    search: z
      .string()
      .max(100)
      .optional()
      .transform((text) => text?.trim() || undefined)
      .describe('Words that the name, description or note of a column contains, as in "equilibrium temperature".'),
  }),
  output,
  run({ table: named, columns = [], search }, { catalog }): ToolOutput<z.output<typeof output>> {
    const table = tableOf(catalog, named)
    const facts = allTables(catalog.manifest).get(table)!
    const isOverview = columns.length === 0 && search === undefined
    const selection = isOverview
      ? undefined
      : selectColumns(table, readAnswer<SchemaResponse>(catalog.schema(table)).columns, columns, search)
    const entries: Described[] =
      selection?.columns.map((column) => ({ ...column })) ?? foldVariants(facts.columns).map(overviewEntry)
    const groups = groupByTopic(entries, ({ name }) => name)
    const ordered = groups.flatMap(([topic, members]) => members.map((member) => ({ topic, member })))
    const head = {
      table,
      about: aboutTable(catalog.manifest, table),
      rows: facts.rows,
      ...namesOf(catalog, table),
      total_columns: facts.columns.length,
      hint: isOverview ? OVERVIEW_HINT : COLUMNS_HINT,
      ...(selection === undefined || selection.notFound.length === 0 ? {} : { not_found: selection.notFound }),
    }
    const grouped = (count: number) =>
      groups
        .map(([topic]) => ({
          topic,
          columns: ordered.slice(0, count).flatMap((entry) => (entry.topic === topic ? [entry.member] : [])),
        }))
        .filter((group) => group.columns.length > 0)
    return {
      output: { ...head, truncated: false, groups: grouped(ordered.length) },
      parts: ordered.length,
      shorten(count) {
        const left = [...new Set(ordered.slice(count).map(({ topic }) => topic))].join(', ')
        return {
          ...head,
          truncated: true,
          notice: `Only the first ${count} of ${ordered.length} entries are shown, to keep the result short; some or all entries of ${left} are missing. Request fewer at a time: columns accepts names and patterns such as "st_*".`,
          groups: grouped(count),
        }
      },
    }
  },
})
