import { beforeAll, describe, expect, test } from 'bun:test'
import { resultTooLarge } from '../../../../src/sql/engine/encode-rows.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { answerOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

const CELLS =
  "SELECT NULL AS n, 1.5 AS r, 'é' AS t, 3 AS i, 9223372036854775807 AS l, x'00ff' AS b, zeroblob(2) AS z, '' AS e"

describe('cells of every kind, in every format', () => {
  test('JSON', () => {
    const sql = `${CELLS} UNION ALL SELECT 'a"', 2.0, 1e999, -1e999, -9007199254740993, 2, 3, 4`
    expect(answerOf(database, { sql }).text).toBe(
      `{"data":[{"n":null,"r":1.5,"t":"é","i":3,"l":9223372036854775807,"b":"00ff","z":"0000","e":""},${'{"n":"a\\"","r":2,"t":null,"i":null,"l":-9007199254740993,"b":2,"z":3,"e":4}'}],"rows":2,"columns":["n","r","t","i","l","b","z","e"],"query":${JSON.stringify(sql)},"truncated":false}`,
    )
  })

  const sql = `${CELLS} UNION ALL SELECT 'a', 'b"', ',', 1, 2, 3, 4, 5`
  test.each([
    ['csv', 'n,r,t,i,l,b,z,e\r\n,1.5,é,3,9223372036854775807,00ff,0000,\r\na,"b""",",",1,2,3,4,5\r\n'],
    ['tsv', 'n\tr\tt\ti\tl\tb\tz\te\n\t1.5\té\t3\t9223372036854775807\t00ff\t0000\t\na\tb"\t,\t1\t2\t3\t4\t5\n'],
    [
      'ndjson',
      '{"n":null,"r":1.5,"t":"é","i":3,"l":9223372036854775807,"b":"00ff","z":"0000","e":""}\n{"n":"a","r":"b\\"","t":",","i":1,"l":2,"b":3,"z":4,"e":5}\n',
    ],
  ] as const)('%s', (format, text) => {
    const answer = answerOf(database, { sql, format })
    expect(answer.text).toBe(text)
    expect(answer.facts).toEqual({ head: '', rows: 2, truncated: false, isDeterministic: true })
  })

  test('VOTable, with the facts of its source and what is known of its columns', () => {
    const facts = {
      snapshotId: 'snap',
      source: 'https://archive.example',
      warnings: [{ code: 'several_rows_per_planet', message: 'several rows' }],
      columns: [
        { name: 'N', type: 'real', unit: 'K' },
        { name: 'other', unit: 'm' },
      ],
    } as const
    const { text } = answerOf(database, { sql, format: 'votable', facts })
    expect(text).toContain(
      '<INFO name="SNAPSHOT" value="snap"/>\n<INFO name="SOURCE" value="https://archive.example"/>',
    )
    expect(text).toContain('several rows')
    expect(text).toContain(
      '<FIELD name="n" datatype="char" arraysize="*" unit="K"/>\n<FIELD name="r" datatype="char" arraysize="*"/>',
    )
    expect(text).toContain(
      '<TR><TD/><TD>1.5</TD><TD>é</TD><TD>3</TD><TD>9223372036854775807</TD><TD>00ff</TD><TD>0000</TD><TD></TD></TR>',
    )
  })
})

describe('an answer is cut at its limit of rows', () => {
  const numbers = "SELECT value AS v FROM json_each('[1, 2, 3]')"
  test.each([
    [0, '', 0, true],
    [2, '{"v":1},{"v":2}', 2, true],
    [3, '{"v":1},{"v":2},{"v":3}', 3, false],
    [4, '{"v":1},{"v":2},{"v":3}', 3, false],
  ])('%d', (maxRows, data, rows, truncated) => {
    const { text, facts } = answerOf(database, { sql: numbers, maxRows })
    expect(text).toBe(
      `{"data":[${data}],"rows":${rows},"columns":["v"],"query":${JSON.stringify(numbers)},"truncated":${truncated}}`,
    )
    expect([facts.rows, facts.truncated]).toEqual([rows, truncated])
    const csv = answerOf(database, { sql: numbers, maxRows, format: 'csv' })
    expect([csv.facts.rows, csv.facts.truncated]).toEqual([rows, truncated])
    expect(csv.text).toBe(
      `v\r\n${[1, 2, 3]
        .slice(0, rows)
        .map((row) => `${row}\r\n`)
        .join('')}`,
    )
  })
})

test('columns of one name are told apart, in every format', () => {
  const sql = 'SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS a'
  expect(answerOf(database, { sql }).text).toStartWith('{"data":[{"a":1,"a_2":2,"a_1":3,"a_3":4}]')
  expect(answerOf(database, { sql, format: 'csv' }).text).toStartWith('a,a_2,a_1,a_3\r\n')
})

test('an answer that is larger than it may be is refused with its limit', () => {
  const sql = "SELECT printf('%1048576s', 'x') AS v"
  const act = () => answerOf(database, { sql, maxBytes: 1_048_576 })
  expect(act).toThrow('The result is larger than 1 MiB of JSON: select fewer columns, or fewer rows with LIMIT.')
  expect(resultTooLarge().message).toStartWith('The result is larger than 128 MiB')
  expect(resultTooLarge().code).toBe('result_too_large')
})
