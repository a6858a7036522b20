import { z } from 'zod'
import type { ChangeReport, TableChanges } from '../../history/change-report.ts'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'
import { snapshotFactsSchema } from './snapshot.ts'

const names = (description: string) => z.array(z.string()).describe(description)
const property = (when: string) => z.string().nullable().describe(`What it was ${when}; null if unknown.`)

const tableChangesSchema = z
  .strictObject({
    rows: z
      .strictObject({
        before: count('Rows before.'),
        after: count('Rows after.'),
        added: count('New rows.'),
        removed: count('Lost rows.'),
        changed: count('Rows of the same name and reference whose values differ.'),
      })
      .describe('Rows, compared in the columns that both states have.'),
    changed_values: z
      .record(z.string(), count('Changed rows in which it differs.'))
      .describe('By column, the number of changed rows in which its value differs.'),
    new_names: names(
      'Planets or hosts that were not there before; of a further table, values of its first key column.',
    ),
    removed_names: names('Planets or hosts that are gone.'),
    new_columns: names('New columns.'),
    removed_columns: names('Lost columns.'),
    column_changes: z
      .array(
        z.strictObject({
          column: text('Name of the column.'),
          property: z.enum(['type', 'unit', 'description', 'source_datatype']).describe('What is another now.'),
          before: property('before'),
          after: property('after'),
        }),
      )
      .describe('Columns that are described otherwise.'),
  })
  .describe('What changed in one table.')

/** What the most recent refreshes changed. */
export const changeListSchema = z
  .strictObject({
    refreshes: z
      .array(
        z.strictObject({
          from: snapshotFactsSchema.exactOptional(),
          to: snapshotFactsSchema,
          tables: z
            .object({ exoplanets: tableChangesSchema, stellarhosts: tableChangesSchema })
            .catchall(tableChangesSchema)
            .describe('The changes by table; of further tables those that both snapshots have.')
            .exactOptional(),
          new_tables: names('Further tables that were not there before; absent if there are none.').exactOptional(),
          removed_tables: names('Further tables that are gone; absent if there are none.').exactOptional(),
        }),
      )
      .describe(
        'The last refreshes that changed something, the last one first: the snapshots before and after, and the changes. The first snapshot has nothing before it, and no changes.',
      ),
  })
  .describe('What the last refreshes changed.')
export type ChangeList = Immutable<z.output<typeof changeListSchema>>

type Refresh = ChangeList['refreshes'][number]
type Facts = Refresh['to']
type Changes = NonNullable<Refresh['tables']>['exoplanets']

function tableChanges(changes: TableChanges): Changes {
  return {
    rows: changes.rows,
    changed_values: changes.changedValues,
    new_names: changes.newNames,
    removed_names: changes.removedNames,
    new_columns: changes.newColumns,
    removed_columns: changes.removedColumns,
    column_changes: changes.columnChanges.map(({ property: name, ...change }) => ({
      ...change,
      property: name === 'sourceDatatype' ? 'source_datatype' : name,
    })),
  }
}

/** The history of a snapshot in the form that clients receive. */
export function changeList(reports: readonly ChangeReport[]): ChangeList {
  return {
    refreshes: reports.map(({ from, to, tables, newTables, removedTables }) => ({
      ...(from === null ? {} : { from: from as Facts }),
      to: to as Facts,
      ...(tables === null
        ? {}
        : {
            tables: {
              ...Object.fromEntries(Object.entries(tables).map(([name, changes]) => [name, tableChanges(changes)])),
              exoplanets: tableChanges(tables.exoplanets),
              stellarhosts: tableChanges(tables.stellarhosts),
            },
          }),
      ...(newTables === undefined ? {} : { new_tables: newTables }),
      ...(removedTables === undefined ? {} : { removed_tables: removedTables }),
    })),
  }
}
