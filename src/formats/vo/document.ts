import { documentHead, errorDocument, infoXml } from '../votable.ts'
import { xmlAttribute, xmlText } from '../xml.ts'
import type { VoColumn, VoOutput } from './vo-output.ts'

function fieldXml({ description, ...column }: VoColumn, number: number): string {
  const { name, datatype, arraysize, xtype, unit, ucd, utype } = column
  const head = [
    // astropy names columns by their IDs, and uses their names only if there are no IDs.
    name.trim() === '' ? `<FIELD ID="col_${number + 1}"` : '<FIELD',
    xmlAttribute('name', name),
    xmlAttribute('datatype', datatype),
    xmlAttribute('arraysize', arraysize),
    xmlAttribute('xtype', xtype),
    xmlAttribute('unit', unit),
    xmlAttribute('ucd', ucd),
    xmlAttribute('utype', utype),
  ].join('')
  if (description === undefined) return `${head}/>\n`
  return `${head}>\n<DESCRIPTION>${xmlText(description)}</DESCRIPTION>\n</FIELD>\n`
}

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
