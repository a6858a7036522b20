import type { Manifest } from '../../src/format/manifest.ts'
import { NAMED_THINGS, TABLE_NAMES } from '../../src/format/table.ts'
import { datesInWords, tableDates } from '../../src/format/table-dates.ts'
import { groupedDigits } from '../../src/units/typeset-numbers.ts'
import type { ArchiveTable, Cells } from '../table/archive-table.ts'
import { NULL_CODE } from '../table/archive-table.ts'
import { formatBytes, formatDuration } from '../terminal/format.ts'
import type { CompiledSnapshot } from './compile.ts'

function countNulls(cells: Cells): number {
  let nulls = 0
  if (cells.kind === 'text') for (const code of cells.codes) nulls += code === NULL_CODE ? 1 : 0
  else for (const value of cells.values) nulls += Number.isNaN(value) ? 1 : 0
  return nulls
}

function nullShare({ cells, rows, columns }: ArchiveTable): string {
  const nulls = cells.reduce((sum, column) => sum + countNulls(column), 0)
  return `${((100 * nulls) / (rows * columns.length)).toFixed(1)} %`
}

function sizes({ files }: Manifest): string {
  const sum = (refs: readonly { readonly bytes: number }[]) =>
    formatBytes(refs.reduce((total, { bytes }) => total + bytes, 0))
  const insights = Object.values(files.insights)
  return [
    `catalog ${formatBytes(files.catalog.bytes)}`,
    `pages ${sum(Object.values(files.pages))}`,
    `${insights.length} insights ${sum([files.insightList, ...insights])}`,
    `exports ${sum(Object.values(files.exports))}`,
  ].join(', ')
}

/** The hosts that have rows in only one table. */
function unmatchedLine({ tables: { exoplanets, stellarhosts } }: Manifest): string {
  const of = (count: number, all: number) => `${groupedDigits(count)} of ${groupedDigits(all)}`
  return [
    `hosts of exoplanets not in stellarhosts: ${of(exoplanets.hostsNotInOther, exoplanets.hosts)}`,
    `hosts of stellarhosts without a planet in exoplanets: ${of(stellarhosts.hostsNotInOther, stellarhosts.hosts)}`,
  ].join(', ')
}

/** Summarizes a build in a few lines: tables, sizes, snapshot, time. */
export function summaryLines({ manifest, tables, further, remarks }: CompiledSnapshot, elapsedMs: number): string[] {
  const ofTable = TABLE_NAMES.map((name) => {
    const { rows, names, columns } = manifest.tables[name]
    const counts = `${groupedDigits(rows)} rows, ${columns.length} columns, ${groupedDigits(names)} ${NAMED_THINGS[name]}`
    return `${name}: ${counts}, ${nullShare(tables[name])} null`
  })
  const ofFurther = further.map((table) => {
    const counts = `${groupedDigits(table.rows)} rows, ${table.columns.length} columns`
    const date = manifest.furtherTables[table.name]?.date ?? 'date unknown'
    return `${table.name}: ${counts}, ${nullShare(table)} null, ${date}`
  })
  return [
    ...ofTable,
    ...ofFurther,
    ...remarks,
    unmatchedLine(manifest),
    sizes(manifest),
    `snapshot ${manifest.snapshotId}, ${datesInWords(tableDates(manifest.tables))}, built in ${formatDuration(elapsedMs)}`,
  ]
}
