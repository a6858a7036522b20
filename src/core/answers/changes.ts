import { z } from 'zod'
import type { ChangeReport, TableChanges } from '../../history/change-report.ts'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'
import { snapshotFactsSchema } from './snapshot.ts'

const names = (description: string) => z.array(z.string()).describe(description)
const property = (when: string) => z.string().nullable().describe(`Value ${when} the refresh; null if unknown.`)

const tableChangesSchema = z
  .strictObject({
    rows: z
      .strictObject({
        before: count('Rows before.'),
        after: count('Rows after.'),
        added: count('New rows.'),
        removed: count('Removed rows.'),
        changed: count('Rows with the same name and reference but different values.'),
      })
      .describe('Numbers of rows; values are compared in the columns that both snapshots have.'),
    changed_values: z
      .record(z.string(), count('Changed rows in which the column differs.'))
      .describe('Number of changed rows in which a column differs, by column.'),
    new_names: names('New planets or hosts; for a further table, new values of its first key column.'),
    removed_names: names('Removed planets or hosts; for a further table, removed values of its first key column.'),
    new_columns: names('New columns.'),
    removed_columns: names('Removed columns.'),
    column_changes: z
      .array(
        z.strictObject({
          column: text('Name of the column.'),
          property: z.enum(['type', 'unit', 'description', 'source_datatype']).describe('The property that changed.'),
          before: property('before'),
          after: property('after'),
        }),
      )
      .describe('Columns whose type, unit or description changed.'),
  })
  .describe('Changes in one table.')

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
            .describe('Changes by table; only of further tables that both snapshots have.')
            .exactOptional(),
          new_tables: names('New further tables; absent if there are none.').exactOptional(),
          removed_tables: names('Removed further tables; absent if there are none.').exactOptional(),
        }),
      )
      .describe(
        'The latest refreshes that changed something, latest first: the snapshots before and after, and the changes. The first snapshot has no predecessor and no changes.',
      ),
  })
  .describe('Changes made by the latest refreshes.')
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
