import { XML_DECLARATION, xmlAttribute, xmlText } from '../../formats/xml.ts'
import { declaredType } from '../columns/catalog-table.ts'
import type { DescribedColumn, DescribedTable } from '../schema/described-table.ts'
import { foreignKeys, SCHEMAS } from '../schema/tap-schema.ts'

const NAMESPACES =
  'xmlns:vosi="http://www.ivoa.net/xml/VOSITables/v1.0" xmlns:vod="http://www.ivoa.net/xml/VODataService/v1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${xmlText(text)}</${name}>`
}

function columnXml(column: DescribedColumn): string {
  const { shownName, description, unit, ucd, utype, xtype, isStandard, isIndexed, isPrincipal } = column
  const { datatype, arraysize } = declaredType(column)
  const about = `${xmlAttribute('arraysize', arraysize)}${xmlAttribute('extendedType', xtype)}`
  return [
    `<column${isStandard ? ' std="true"' : ''}>`,
    element('name', shownName),
    element('description', description),
    element('unit', unit),
    element('ucd', ucd),
    element('utype', utype),
    `<dataType xsi:type="vod:VOTableType"${about}>${xmlText(datatype)}</dataType>`,
    isIndexed ? '<flag>indexed</flag>' : '',
    isPrincipal ? '<flag>principal</flag>' : '',
    '</column>\n',
  ].join('')
}

/** Content of a table element; without columns and keys if only an overview is requested. */
function tableContent(table: DescribedTable, tables: readonly DescribedTable[], isBrief: boolean): string {
  const { shownName, title, description, columns } = table
  const head = `${element('name', shownName)}${element('title', title)}${element('description', description)}\n`
  if (isBrief) return head
  const keys = foreignKeys(tables)
    .filter(({ fromTable }) => fromTable === shownName)
    .map(
      (key) =>
        `<foreignKey>${element('targetTable', key.targetTable)}<fkColumn>${element('fromColumn', key.fromColumn)}${element('targetColumn', key.targetColumn)}</fkColumn>${element('description', key.description)}</foreignKey>\n`,
    )
  return `${head}${columns.map(columnXml).join('')}${keys.join('')}`
}

/** All tables; `isBrief`: without their columns. */
export function tablesetXml(tables: readonly DescribedTable[], isBrief: boolean): string {
  const schemas = SCHEMAS.map(({ name, description }) => {
    const own = tables.filter(({ schema }) => schema === name)
    const inside = own.map((table) => `<table type="table">${tableContent(table, tables, isBrief)}</table>\n`)
    return `<schema>${element('name', name)}${element('description', description)}\n${inside.join('')}</schema>\n`
  })
  return `${XML_DECLARATION}<vosi:tableset ${NAMESPACES}>\n${schemas.join('')}</vosi:tableset>\n`
}

/** One table with its columns. */
export function tableXml(table: DescribedTable, tables: readonly DescribedTable[]): string {
  return `${XML_DECLARATION}<vosi:table ${NAMESPACES} xsi:type="vod:Table" type="table">${tableContent(table, tables, false)}</vosi:table>\n`
}
