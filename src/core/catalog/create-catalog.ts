import { dataMediaType } from '../../format/data-file.ts'
import { EXPORT_MEDIA_TYPES, EXPORT_TABLE, type ExportEntity } from '../../format/export-pack.ts'
import { allSources, allTables, type Manifest, originOf, snapshotFacts } from '../../format/manifest.ts'
import { KIND_OF_TABLE } from '../../format/name-index.ts'
import { eachTable, NAME_COLUMN } from '../../format/table.ts'
import { FORMATS } from '../../formats/formats.ts'
import { VO_FORMATS } from '../../formats/vo/vo-output.ts'
import { changeList } from '../answers/changes.ts'
import type { DataFileList } from '../answers/data-files.ts'
import type { Resolution } from '../answers/names.ts'
import type { Health } from '../answers/snapshot.ts'
import { CatalogError } from '../errors.ts'
import { createPageStreamer } from '../pages/page-stream.ts'
import { createValueSearch, type ValueSearch } from '../pages/value-search.ts'
import { joined } from '../pieces.ts'
import type { Snapshot, SqlReadiness, SqlRunner, WarnOfQuery } from '../ports.ts'
import { nameInAddress } from '../text/name-in-address.ts'
import { nearestNames } from '../text/nearest.ts'
import { didYouMean, quoteForMessage } from '../text/quote-for-message.ts'
import { VERSION } from '../version.ts'
import type { Answer, Catalog } from './catalog.ts'
import { columnJson, schemaJson } from './column-answers.ts'
import { exportFilename } from './export-filename.ts'
import { createSlugFinder } from './find-by-slug.ts'
import { insightListRows, insightRows, schemaRows, tableListRows } from './listings.ts'
import { createSelect, voKey } from './select-answer.ts'
import { createTableFinder, findTable, tableList } from './table-list.ts'
import { createTableReader } from './table-reader.ts'

/** Maximum number of names that an error suggests. */
const MAX_SUGGESTIONS = 3

const encoder = new TextEncoder()

function toJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

function healthBody(manifest: Manifest, sql: SqlReadiness): Uint8Array {
  const { exoplanets, stellarhosts } = manifest.tables
  const further = Object.entries(manifest.furtherTables).map(([name, { rows, columns, date }]) => [
    name,
    { rows, columns: columns.length, date },
  ])
  return toJson({
    status: 'ok',
    ready: { pages: true, sql },
    version: VERSION,
    tap: '/tap',
    snapshot: snapshotFacts(manifest),
    tables: {
      exoplanets: {
        rows: exoplanets.rows,
        planets: exoplanets.names,
        hosts: exoplanets.hosts,
        hosts_not_in_stellarhosts: exoplanets.hostsNotInOther,
        date: exoplanets.date,
      },
      stellarhosts: {
        rows: stellarhosts.rows,
        hosts: stellarhosts.names,
        hosts_not_in_exoplanets: stellarhosts.hostsNotInOther,
        date: stellarhosts.date,
      },
      ...Object.fromEntries(further),
    },
  } satisfies Omit<Health, 'tables'> & { readonly tables: object })
}

function dataFilesBody({ files }: Manifest): Uint8Array {
  const list = Object.entries(files.data).map(([name, { bytes, sha256 }]) => ({
    name,
    bytes,
    sha256,
    media_type: dataMediaType(name),
  }))
  return toJson({ files: list } satisfies DataFileList)
}

/** Names that have an export, suggested for one that has none. */
function suggestNames(snapshot: Snapshot, entity: ExportEntity, name: string): readonly string[] {
  const kind = KIND_OF_TABLE[EXPORT_TABLE[entity]]
  const near = (wanted: string): readonly string[] =>
    snapshot.names
      .suggest(wanted, kind, 2 * MAX_SUGGESTIONS)
      // Hosts that occur only in exoplanets have no export.
      .filter((other) => snapshot.findExport(entity, other, 'json') !== undefined)
      .slice(0, MAX_SUGGESTIONS)
  const found = near(name)
  const meant = found.length === 0 ? nameInAddress(name) : undefined
  return meant === undefined ? found : near(meant)
}

/** Creates the catalog of one snapshot for REST and MCP. Table reads filter with `search`. */
export function createCatalog(
  snapshot: Snapshot,
  runner: SqlRunner,
  search: ValueSearch = createValueSearch(),
  warnOf: WarnOfQuery = () => [],
): Catalog {
  const { manifest } = snapshot
  const { snapshotId } = manifest
  const finished = (key: string, bytes: Uint8Array): Answer => ({
    snapshotId,
    key,
    mediaType: FORMATS.json.mediaType,
    body: () => bytes,
  })
  /** This content depends on the code as well as on the snapshot, so its key includes a hash of its bytes. */
  const written = (key: string, bytes: Uint8Array): Answer => finished(`${key}|${Bun.hash(bytes).toString(36)}`, bytes)

  const readers = eachTable((name) => createTableReader(snapshot, name, search))
  const tables = new Map(
    [...allTables(manifest)].map(([name, described]) => [
      name,
      {
        streamer: createPageStreamer(snapshot.pageTable(name), described.columns),
        schema: written(`schema|${name}`, encoder.encode(schemaJson(described, snapshot.statistics(name)))),
      },
    ]),
  )
  const find = createTableFinder(manifest)
  const list = written('tables', toJson(tableList(manifest)))
  const source = allSources(manifest)
  const dataFiles = written('data', dataFilesBody(manifest))
  const knownFiles = new Map<string, ReturnType<Catalog['dataFile']>>()
  const changes = written('changes', toJson(changeList(snapshot.changes)))
  const insightList = finished('insights', snapshot.insightList)
  const insightOf = createSlugFinder(snapshot.insights, manifest.files.insightList.omitted, {
    kind: 'insight',
    code: 'unknown_insight',
    help: { see: { kind: 'insights' } },
  })
  const plotOf = createSlugFinder(snapshot.plots, manifest.files.plotList.omitted, {
    kind: 'plot',
    code: 'unknown_path',
    listedAt: ' /plots lists all plots.',
  })

  return {
    manifest,
    get publishedAt() {
      return snapshot.publishedAt
    },

    page: (table, query, accepted) => readers[table].read(query, accepted),
    nullCounts: (table, query) => readers[table].nullCounts(query),

    tables: (format = 'json') => (format === 'json' ? list : tableListRows(manifest, list, format)),

    schema(asked, format = 'json') {
      const table = find(asked)
      const { schema } = tables.get(table)!
      if (format === 'json') return schema
      return schemaRows({ snapshotId, source: originOf(manifest, table).source }, table, schema, format)
    },

    column(asked, column) {
      const table = find(asked)
      return written(`column|${table}|${column}`, encoder.encode(columnJson(snapshot.statistics(table), column)))
    },

    health: () => written('health', healthBody(manifest, runner.readiness?.() ?? 'ready')),
    insightList: (format = 'json') =>
      format === 'json' ? insightList : insightListRows(manifest, insightList, format),

    insight(slug, format = 'json') {
      const answer = finished(`insight|${slug}`, insightOf(slug))
      return format === 'json' ? answer : insightRows(manifest, slug, answer, format)
    },

    plotList: () => finished('plots', snapshot.plotList),

    plot(slug, format = 'json') {
      const answer = finished(`plot|${slug}`, plotOf(slug).rows)
      return format === 'json' ? answer : insightRows(manifest, slug, answer, format)
    },

    plotChart: (slug) => plotOf(slug).chart,

    export(entity, name, format) {
      const stored = snapshot.findExport(entity, name, format)
      if (stored === undefined) {
        const suggestions = suggestNames(snapshot, entity, name)
        const table = EXPORT_TABLE[entity]
        const message = `No row in "${table}" has the ${NAME_COLUMN[table]} ${quoteForMessage(name)}.${didYouMean(suggestions)} Names must match exactly, including case.`
        throw new CatalogError('unknown_name', message, { suggestions, see: { kind: 'names', table } })
      }
      return {
        snapshotId,
        key: `export|${entity}|${format}|${name}`,
        mediaType: EXPORT_MEDIA_TYPES[format],
        filename: exportFilename(entity, name, format),
        body: () => stored.identity(),
        coded: (coding) => stored.coded(coding),
      }
    },

    dataFiles: () => dataFiles,
    changes: () => changes,

    dataFile(name) {
      const file = snapshot.dataFile(name)
      if (file === undefined) {
        const [, table = '', ending = ''] = /^(\w+)(\..+)$/.exec(name) ?? []
        const ofTable = `${findTable(manifest, table) ?? ''}${ending}`
        const files = Object.keys(manifest.files.data)
        const suggestions = files.includes(ofTable) ? [ofTable] : nearestNames(name, files)
        const message = `Unknown file ${quoteForMessage(name)}.${didYouMean(suggestions)} /data/ lists all files.`
        throw new CatalogError('file_not_found', message, { suggestions })
      }
      const known = knownFiles.get(name)
      if (known !== undefined) return known
      const { bytes, sha256 } = manifest.files.data[name]!
      const answer = {
        snapshotId,
        key: `data|${name}|${sha256}`,
        mediaType: dataMediaType(name),
        filename: name,
        bytes,
        ...file,
      }
      knownFiles.set(name, answer)
      return answer
    },

    resolve(name, limit) {
      const matches = snapshot.names.resolve(name, limit)
      const isFound = matches.some(({ match }) => match !== 'near')
      const note = isFound ? undefined : snapshot.names.absentCatalog(name)
      const resolution: Resolution = { query: name, matches, ...(note === undefined ? {} : { note }) }
      return written(`resolve|${limit}|${name}`, toJson(resolution))
    },

    wholeTable(table, output, maxRows) {
      const stream = () => tables.get(table)!.streamer.streamAll(output, maxRows)
      return {
        snapshotId,
        key: voKey(maxRows, output),
        mediaType: VO_FORMATS[output.format].mediaType,
        stream,
        body: () => joined([...stream()]),
      }
    },

    unicodeColumns: (table) => tables.get(find(table))!.streamer.unicodeColumns(),

    systemOf: (name) => snapshot.names.systemOf(name),

    namesBeginning: (text, kind, limit) => snapshot.names.beginning(text, kind, limit),

    select: createSelect({ snapshotId, source }, runner, warnOf),
  }
}
