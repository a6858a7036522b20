import { XML_DECLARATION, xmlText } from '../../formats/xml.ts'
import type { DescribedTable } from '../schema/described-table.ts'

interface Example {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly query: string
  /** Columns that the query requires, each with its table. */
  readonly needs: readonly string[]
}

const EXAMPLES: readonly Example[] = [
  {
    id: 'nearest',
    name: 'The nearest planetary systems',
    text: 'One row per planet, nearest first.',
    query:
      'SELECT TOP 20 pl_name, hostname, sy_dist, pl_rade\nFROM ps\nWHERE default_flag = 1 AND sy_dist IS NOT NULL\nORDER BY sy_dist',
    needs: ['ps.default_flag', 'ps.sy_dist', 'ps.pl_rade'],
  },
  {
    id: 'cone',
    name: 'Planets in a circle on the sky',
    text: 'Around a position in degrees.',
    query:
      "SELECT pl_name, ra, dec\nFROM ps\nWHERE default_flag = 1\n  AND 1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', 290.0, 45.0, 5.0))",
    needs: ['ps.default_flag', 'ps.ra', 'ps.dec'],
  },
  {
    id: 'methods',
    name: 'Planets by discovery method',
    text: 'Number of planets per discovery method.',
    query:
      'SELECT discoverymethod, COUNT(*) AS planets\nFROM ps\nWHERE default_flag = 1\nGROUP BY discoverymethod\nORDER BY planets DESC',
    needs: ['ps.default_flag', 'ps.discoverymethod'],
  },
  {
    id: 'columns',
    name: 'Columns with a radius',
    text: 'Table, unit and description of each column.',
    query:
      "SELECT table_name, column_name, unit, description\nFROM tap_schema.columns\nWHERE description LIKE '%Radius%'",
    needs: [],
  },
]

/** Example queries, limited to those for which the columns exist, and links to more information. */
export function examplesXhtml(base: string, tables: readonly DescribedTable[]): string {
  const columns = new Set(
    tables.flatMap(({ shownName, columns: own }) => own.map((column) => `${shownName}.${column.name}`)),
  )
  const shown = EXAMPLES.filter(({ needs }) => needs.every((column) => columns.has(column)))
  const links = ['sync', 'tables', 'capabilities', 'availability', 'examples']
    .map((name) => `<li><a href="${xmlText(`${base}/${name}`)}">${xmlText(`${base}/${name}`)}</a></li>\n`)
    .join('')
  const examples = shown.map(
    ({ id, name, text, query }) => `<div typeof="example" id="${id}" resource="#${id}">
<h2 property="name">${xmlText(name)}</h2>
<p>${xmlText(text)}</p>
<pre property="query">${xmlText(query)}</pre>
</div>
`,
  )
  return `${XML_DECLARATION}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head><title>Queries in ADQL</title></head>
<body vocab="http://www.ivoa.net/rdf/examples#">
<h1>Table access: queries in ADQL</h1>
<p>Use this URL in TOPCAT, STILTS or pyvo: <code>${xmlText(base)}</code></p>
<ul>
${links}</ul>
${examples.join('')}</body>
</html>
`
}
