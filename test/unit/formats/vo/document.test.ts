import { expect, test } from 'bun:test'
import { resultHead } from '../../../../src/formats/vo/document.ts'

test.each([
  ['pl_rade', '<FIELD name="pl_rade" datatype="double"'],
  // astropy cannot name a column of blanks without an ID.
  ['', '<FIELD ID="col_2" name="" datatype="double"'],
  ['  ', '<FIELD ID="col_2" name="  " datatype="double"'],
  ['a<"b">', '<FIELD name="a&lt;&quot;b&quot;&gt;" datatype="double"'],
])('a column called %j is described by %s', (name, field) => {
  const columns = ['first', name].map((each, i) => ({ name: each, key: `c${i}`, datatype: 'double' as const }))
  const head = resultHead({
    format: 'binary2',
    columns,
    query: 'SELECT 1',
    snapshotId: 's',
    source: 'S',
    warnings: ['a < b'],
  })
  expect(head).toContain('<FIELD name="first" datatype="double"/>\n')
  expect(head).toContain(`${field}/>\n`)
  expect(head).toContain('<INFO name="WARNING" value="a &lt; b"/>')
})
