import { fieldXml } from '../field.ts'
import { documentHead, errorDocument, infoXml } from '../votable.ts'
import { xmlText } from '../xml.ts'
import type { VoOutput } from './vo-output.ts'

/** The part of a result document before its data. */
export function resultHead({ columns, query, snapshotId, source, warnings }: VoOutput): string {
  const told = warnings.map((warning) => infoXml('WARNING', warning))
  return documentHead({ title: 'result', query, snapshotId, source }, told, columns.map(fieldXml))
}

/** The error document of a cone search. */
export function coneErrorDocument(message: string): string {
  const error = `<INFO ID="Error" name="Error" value="${xmlText(message)}"/>\n`
  return errorDocument(message).replace('<RESOURCE', () => `${error}<RESOURCE`)
}
