import type { Database, SqlValue, Statement } from 'sql.js'
import type { InsightCell, InsightResult, LeftOut } from '../../src/core/answers/insight.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { type InsightPlan, leftOutSql } from './describe.ts'
import type { Caveat } from './parts/caveats.ts'

/** Methods of sql.js statements that its types do not declare. */
interface ExactStatement extends Statement {
  /** The row with integers as bigints, because doubles would round those beyond 2^53. */
  get(params: null, config: { readonly useBigInt: true }): (SqlValue | bigint)[]
  get(): SqlValue[]
  /** The bytes of a cell; for a text, its UTF-8 encoding. */
  getBlob(index: number): Uint8Array
}

/** Archive properties other than the columns. */
export interface ArchiveFacts {
  /** Whether any planet has more than one row. */
  readonly namesRepeat: boolean
  readonly dates: TableDates
}

/** Runs an insight on the snapshot. A result that does not match its plan stops the build. */
export function runInsight(database: Database, plan: InsightPlan, facts: ArchiveFacts): InsightResult {
  const { slug, title, category, description, kind, limit } = plan.definition
  const { sql, columns } = plan
  const data = readRows(database, plan)
  const count = (text: string) => Number(database.exec(text)[0]?.values[0]?.[0] ?? 0)
  const counts = data.length < limit ? { total: data.length } : countRows(database, plan)
  const { total } = counts
  const leftOut = countLeftOut(database, plan)
  const { archive, definition } = plan
  const sentences =
    total === 0
      ? [emptySentence(definition.whenEmpty, leftOut)]
      : [
          ...definition.caveats({ archive, data, dates: facts.dates, count }),
          ...shownAsNull(database, plan, data),
          total > data.length ? cutTie(counts) : undefined,
        ]
  const caveats = [...sentences, compositeValues(plan), everyRowCounts(plan, facts, data)]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
  const meta = { slug, title, category, description, kind, limit, sql, caveats, columns }
  return {
    meta,
    data,
    rows: data.length,
    columns: columns.map(({ name }) => name),
    total,
    truncated: total > data.length,
    ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
  }
}

/** The rows that a SELECT returns; its columns must be those of the plan. */
export function readRows(database: Database, plan: InsightPlan, sql = plan.sql): InsightResult['data'] {
  const { slug } = plan.definition
  const names = plan.columns.map(({ name }) => name)
  const statement = prepare(database, slug, sql)
  try {
    const columns = statement.getColumnNames()
    if (columns.join() !== names.join())
      throw new Error(`Insight "${slug}" gives the columns ${columns.join()} instead of ${names.join()}.`)
    const data: InsightResult['data'][number][] = []
    while (statement.step()) {
      const cells = statement.get(null, { useBigInt: true })
      const exact = cells.map((cell, index) => (typeof cell === 'string' ? textAt(statement, index) : cell))
      data.push(Object.fromEntries(columns.map((name, index) => [name, cellOf(slug, name, exact[index])])))
    }
    return data
  } finally {
    statement.free()
  }
}

function prepare(database: Database, slug: string, sql: string): ExactStatement {
  try {
    return database.prepare(sql) as ExactStatement
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The SQL of "${slug}" cannot run: ${message}. If it is a column of the archive, its definition must name it in "columns", "alsoNeeds" or "uses".`,
      { cause },
    )
  }
}

/** The numbers of rows that were left out, by reason; each row is counted once, for the first reason that applies. */
function countLeftOut(database: Database, plan: InsightPlan): readonly LeftOut[] {
  const rows = new Map<string, number>()
  if (plan.rules.every(({ reason }) => reason === undefined)) return []
  for (const [rule, count] of database.exec(leftOutSql(plan))[0]?.values ?? []) {
    const { reason } = plan.rules[Number(rule)]!
    if (reason !== undefined) rows.set(reason, (rows.get(reason) ?? 0) + Number(count))
  }
  return [...rows].map(([reason, count]) => ({ reason, rows: count }))
}

function emptySentence(whenEmpty: string, leftOut: readonly LeftOut[]): string {
  const reasons = leftOut.map(({ reason, rows }) => `${rows}: ${reason}`)
  return `No rows in this archive: ${whenEmpty}.${reasons.length === 0 ? '' : ` Rows set aside: ${reasons.join('; ')}.`}`
}

/** Numbers of rows that a result is cut from. */
interface RowCounts {
  readonly total: number
  /** The rows that tie with the last one shown, including those that are shown; absent if the rows are not ranked. */
  readonly tied?: number
  /** Those of them that are shown. */
  readonly shown?: number
}

function countRows(database: Database, plan: InsightPlan): RowCounts {
  const [total = 0, tied, shown] = (database.exec(plan.countsSql)[0]?.values[0] ?? []).map(Number)
  return tied === undefined || shown === undefined ? { total } : { total, tied, shown }
}

/** A caveat that the limit cuts a tie with the last row shown, with the number of tied rows. */
function cutTie({ tied, shown }: RowCounts): Caveat {
  return tied === shown
    ? undefined
    : `The limit cuts a tie: ${tied} rows rank like the last one, of which ${shown} ${shown === 1 ? 'is' : 'are'} shown, in the order of their names.`
}

const ERROR_NAME = /err[12]$/

/** Caveats on the values that the result shows as null because they are limits, or uncertainties that are not measurements. */
function shownAsNull(database: Database, plan: InsightPlan, data: InsightResult['data']): readonly Caveat[] {
  if (plan.sqlOfAll === plan.sql) return []
  const counts = new Map<string, number>()
  for (const [index, row] of readRows(database, plan, plan.sqlOfAll).entries())
    for (const [name, value] of Object.entries(row))
      if (value !== null && data[index]![name] === null) counts.set(name, (counts.get(name) ?? 0) + 1)
  const listed = (isError: boolean) =>
    plan.columns.flatMap(({ name }) => {
      const count = counts.get(name)
      return count === undefined || ERROR_NAME.test(name) !== isError ? [] : `${count} ${name}`
    })
  const [limits, errors] = [listed(false), listed(true)]
  return [
    limits.length === 0
      ? undefined
      : `Values that are only upper or lower limits${plan.archive.isComposite ? ', and radii that are not measured,' : ''} are shown as null: ${limits.join(', ')}.`,
    errors.length === 0 ? undefined : `Uncertainties that are 0 or one-sided are shown as null: ${errors.join(', ')}.`,
  ]
}

/** A caveat that all rows are used because the archive marks no default rows, and on planets with several rows. */
function everyRowCounts(
  { definition, archive, columns }: InsightPlan,
  facts: ArchiveFacts,
  data: InsightResult['data'],
): Caveat {
  const reads = definition.uses.exoplanets?.includes('default_flag') === true
  if (!facts.namesRepeat || !reads || archive.has('exoplanets', 'default_flag')) return undefined
  const sentence =
    'This archive has several rows for some planets and marks none of them as the default: every row is used'
  if (definition.kind === 'relationship') return `${sentence}.`
  if (!columns.some(({ name }) => name === 'pl_name'))
    return `${sentence}, but a planet counts once in each row of the result.`
  const repeated = data.length - new Set(data.map(({ pl_name }) => pl_name)).size
  return repeated === 0 ? `${sentence}.` : `${sentence}, so some of the planets shown appear several times.`
}

/** A caveat on composite tables, if values from one are shown. */
function compositeValues({ definition, archive, columns }: InsightPlan): Caveat {
  return archive.isComposite &&
    definition.reads === 'exoplanets' &&
    definition.kind !== 'distribution' &&
    columns.some(({ data_type }) => data_type === 'Float64')
    ? 'exoplanets is a composite table here: the values of a row come from different references, and some are calculated by the archive.'
    : undefined
}

/** The complete text of a cell: sql.js drops a leading U+FEFF when it decodes texts. */
function textAt(statement: ExactStatement, index: number): string {
  const { buffer, byteOffset, byteLength } = statement.getBlob(index)
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

function cellOf(slug: string, name: string, cell: unknown): InsightCell {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
  throw new Error(`Insight "${slug}" gives a cell of ${name} that is neither text nor a number.`)
}
