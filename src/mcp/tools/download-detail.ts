import { z } from 'zod'
import { parseExact } from '../../format/exact-json.ts'
import { EXPORT_ENTITIES, EXPORT_FORMATS, EXPORT_TABLE } from '../../format/export-pack.ts'
import { answerText } from '../results/read-answer.ts'
import { defineTool, truncatedFields } from '../results/tool.ts'

const output = z.strictObject({
  filename: z.string().describe('Name under which the file is saved.'),
  mime_type: z.string(),
  url: z.string().describe('URL of the complete file, to fetch or to pass on.'),
  ...truncatedFields,
  content: z.string().describe('The file itself, as text.'),
})

/** A file that can be truncated part by part and remains a valid file of its type. */
interface Divided {
  readonly parts: number
  /** The first `parts` of the file, and a description of the missing rest. */
  shorten(parts: number): { readonly content: string; readonly missing: string }
}

/** Divides a CSV file into records. A line break inside quotes belongs to a record. */
function dividedCsv(content: string): Divided {
  const ends: number[] = []
  let isQuoted = false
  for (let at = 0; at < content.length; at++) {
    if (content[at] === '"') isQuoted = !isQuoted
    else if (content[at] === '\n' && !isQuoted) ends.push(at + 1)
  }
  const rows = ends.length - 1 // the first line is the header
  return {
    parts: rows,
    shorten: (parts) => ({
      content: content.slice(0, ends[parts]),
      missing: `Only the first ${parts} of ${rows} rows are shown.`,
    }),
  }
}

interface Payload {
  readonly records: readonly unknown[]
  readonly metadata: readonly unknown[]
}

/** Divides a JSON file into its records and, after them, the column descriptions, which an agent can get elsewhere. */
function dividedJson(content: string): Divided {
  const payload = parseExact<Payload>(content)
  const { records, metadata } = payload
  return {
    parts: records.length + metadata.length,
    shorten(parts) {
      const kept = Math.min(parts, records.length)
      const described = Math.max(0, parts - records.length)
      const rows = kept < records.length ? [`Only the first ${kept} of ${records.length} records are shown.`] : []
      const left = `${metadata.length - described} of ${metadata.length} column descriptions are left out; describe_catalog has them.`
      return {
        content: JSON.stringify({
          ...payload,
          records: records.slice(0, kept),
          metadata: metadata.slice(0, described),
        }),
        missing: [...rows, left].join(' '),
      }
    },
  }
}

export const downloadDetail = defineTool({
  name: 'download_detail',
  title: 'Download a planet or host',
  description:
    'Returns everything the catalog holds about one planet or host star as a file: all rows (one per reference) with all columns. csv has only the rows; json adds metadata (type, unit and description of every column), snapshot and, for a host, its planets. get_planet and get_star are much shorter. The name must match exactly, including case: HAT-P-7 b is a planet, HAT-P-7 B a star. Long files are truncated; url points to the complete file.',
  input: z.strictObject({
    entity: z.enum(EXPORT_ENTITIES).describe('Kind of object that the name refers to.'),
    name: z
      .string()
      .min(1)
      .describe('pl_name of the planet or hostname of the star, for example "Kepler-22 b" or "Kepler-22".'),
    format: z.enum(EXPORT_FORMATS).default('json').describe('csv is shorter; json carries units and descriptions.'),
  }),
  output,
  run({ entity, name, format }, { catalog, baseUrl }) {
    const answer = catalog.export(entity, name, format)
    const content = answerText(answer)
    const file = {
      filename: answer.filename ?? `${name}.${format}`,
      mime_type: answer.mediaType,
      url: `${baseUrl}/${EXPORT_TABLE[entity]}/${encodeURIComponent(name)}.${format}`,
    }
    const divided = format === 'csv' ? dividedCsv(content) : dividedJson(content)
    return {
      output: { ...file, truncated: false, content },
      parts: divided.parts,
      shorten(count) {
        const { content: part, missing } = divided.shorten(count)
        const notice = `${missing} The complete file is at url; query_catalog returns single values.`
        return { ...file, truncated: true, notice, content: part }
      },
    }
  },
})
