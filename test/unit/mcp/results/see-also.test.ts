import { expect, test } from 'bun:test'
import { seeAlso } from '../../../../src/mcp/results/see-also.ts'
import { ANNOTATIONS, brief, writtenRows } from '../../../../src/mcp/results/tool.ts'

test('an error refers to the tool that helps', () => {
  expect(seeAlso({ kind: 'schema' })).toBe('describe_catalog lists the columns of a table.')
  expect(seeAlso({ kind: 'schema', table: 'ml' })).toBe('describe_catalog with table ml lists its columns.')
  expect(seeAlso({ kind: 'insights' })).toBe('list_insights lists the slugs.')
  expect(seeAlso({ kind: 'functions' })).toBe('list_functions lists the SQL functions.')
  expect(seeAlso({ kind: 'names', table: 'exoplanets' })).toBe(
    "To find the exact name, call query_catalog: SELECT DISTINCT pl_name FROM exoplanets WHERE pl_name LIKE '%part of the name%'.",
  )
  expect(seeAlso({ kind: 'names', table: 'stellarhosts' })).toContain('SELECT DISTINCT hostname FROM stellarhosts')
})

test('all tools only read, and only here', () => {
  expect(ANNOTATIONS).toEqual({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
})

test('many rows are lists in the order of the columns, with null for what is missing', () => {
  const rows = [{ b: 2, a: 1 }, { a: 0 }]
  expect(writtenRows(rows, ['a', 'b'], false)).toEqual(rows)
  expect(writtenRows(rows, ['a', 'b'], true)).toEqual([
    [1, 2],
    [0, null],
  ])
})

test('a short output cannot be shortened', () => {
  const { output, parts, shorten } = brief({ a: 1 })
  expect([output, parts, shorten(0)]).toEqual([{ a: 1 }, 0, { a: 1 }])
})
