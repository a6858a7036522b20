import { z } from 'zod'
import { EXPORT_ENTITIES, EXPORT_FORMATS, EXPORT_TABLE } from '../../format/export-pack.ts'
import { answerText } from '../results/read-answer.ts'
import { defineTool, truncatedFields } from '../results/tool.ts'

const output = z.strictObject({
  filename: z.string().describe('Name under which the file is saved.'),
  mime_type: z.string(),
  url: z.string().describe('Address of the same file, to fetch or to hand to a person.'),
  ...truncatedFields,
  content: z.string().describe('The file itself, as text.'),
})

/** The first `length` characters, but never half of one. */
function beginning(text: string, length: number): string {
  const cut = text.slice(0, length)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

export const downloadDetail = defineTool({
  name: 'download_detail',
  title: 'Download a planet or host',
  description:
    'Gives everything the catalogue holds about one planet or host star as a file: all rows (one for each reference) with all columns. json has records, metadata (type, unit and description of every column), and snapshot (id, date, source), for a host also its planets; csv has the rows alone and is several times shorter. For a few values query_catalog is cheaper. The name must match exactly, case included: HAT-P-7 b is a planet, HAT-P-7 B a star. A long file is cut; url has the whole.',
  input: z.strictObject({
    entity: z.enum(EXPORT_ENTITIES).describe('What the name is of.'),
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
    return {
      output: { ...file, truncated: false, content },
      parts: content.length,
      shorten(length) {
        const part = beginning(content, length)
        return {
          ...file,
          truncated: true,
          notice: `content has the first ${part.length} of ${content.length} characters; the whole file is at url. Ask query_catalog for single values.`,
          content: part,
        }
      },
    }
  },
})
