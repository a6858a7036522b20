import { xmlAttribute, xmlText } from './xml.ts'

/** The datatypes of columns in VOTables. */
export type FieldDatatype = 'char' | 'unicodeChar' | 'long' | 'int' | 'double'

/** A column of a VOTable. */
export interface Field {
  readonly name: string
  readonly datatype: FieldDatatype
  readonly arraysize?: string | undefined
  readonly xtype?: string | undefined
  /** A VOUnit. */
  readonly unit?: string | undefined
  readonly ucd?: string | undefined
  readonly utype?: string | undefined
  readonly description?: string | undefined
}

/**
 * The FIELD element of a column; `number` counts columns from 0. A FIELD with a name has no ID, because astropy names columns by
 * their IDs, and derives IDs from the names if there are none.
 */
export function fieldXml(
  { name, datatype, arraysize, xtype, unit, ucd, utype, description }: Field,
  number: number,
): string {
  const head = [
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
  return `${head}><DESCRIPTION>${xmlText(description)}</DESCRIPTION></FIELD>\n`
}
