import { infoXml, xmlText } from '../votable.ts'
import type { VoColumn, VoOutput } from './vo-output.ts'

const START =
  '<?xml version="1.0" encoding="UTF-8"?>\n<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">\n<RESOURCE type="results">\n'

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${xmlText(value)}"`
}

function fieldXml({ description, ...column }: VoColumn, number: number): string {
  const { name, datatype, arraysize, xtype, unit, ucd, utype } = column
  const head = [
    // astropy names columns by their IDs, and uses their names only if there are no IDs.
    name.trim() === '' ? `<FIELD ID="col_${number + 1}"` : '<FIELD',
    attribute('name', name),
    attribute('datatype', datatype),
    attribute('arraysize', arraysize),
    attribute('xtype', xtype),
    attribute('unit', unit),
    attribute('ucd', ucd),
    attribute('utype', utype),
  ].join('')
  if (description === undefined) return `${head}/>\n`
  return `${head}>\n<DESCRIPTION>${xmlText(description)}</DESCRIPTION>\n</FIELD>\n`
}

/** The part of a result document before its data. */
export function documentHead({ columns, query, snapshotId, source, warnings }: VoOutput): string {
  return [
    START,
    infoXml('QUERY_STATUS', 'OK'),
    infoXml('QUERY', query),
    infoXml('SNAPSHOT', snapshotId),
    infoXml('SOURCE', source),
    ...warnings.map((warning) => infoXml('WARNING', warning)),
    '<TABLE name="result">\n',
    ...columns.map(fieldXml),
  ].join('')
}

/** The part after the data; `isCut`: true if the rows end at a limit before the result does. */
export function documentTail(isCut: boolean): string {
  const overflow = isCut ? infoXml('QUERY_STATUS', 'OVERFLOW', 'The result has more rows than the limit.') : ''
  return `</TABLE>\n${overflow}</RESOURCE>\n</VOTABLE>\n`
}

/** The error document of a cone search. */
export function coneErrorDocument(message: string): string {
  const error = `<INFO ID="Error" name="Error" value="${xmlText(message)}"/>\n`
  return errorDocument(message).replace('<RESOURCE', () => `${error}<RESOURCE`)
}

/** The document for a query that has no result. */
export function errorDocument(message: string): string {
  return `${START}${infoXml('QUERY_STATUS', 'ERROR', message)}</RESOURCE>\n</VOTABLE>\n`
}
