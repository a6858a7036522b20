import { beforeAll, describe, expect, test } from 'bun:test'
import type { WarnOfQuery } from '../../../src/core/ports.ts'
import { warnOfQueries } from '../../../src/sql/warnings/snapshot-facts.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { FURTHER_ARCHIVE_WITH_CANDIDATES } from '../../fixtures/archives/further-tables.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'

let warnOf: WarnOfQuery
beforeAll(async () => {
  const folder = await folderWith(FURTHER_ARCHIVE_WITH_CANDIDATES)
  warnOf = warnOfQueries(await openSnapshot((await builtSnapshot(folder)).dataDir))
})

describe('warnings on further tables', () => {
  const codes = (sql: string): string[] => warnOf(sql).map(({ code }) => code)

  test.each<[string, string[]]>([
    ['SELECT count(*) FROM k2pandc', ['several_rows_per_planet']],
    ['SELECT count(*) FROM pscomppars', []],
    ["SELECT toi FROM toi WHERE tid = 'x'", ['type_mismatch']],
    ['SELECT tfopwg_disp FROM toi WHERE tfopwg_disp = 1', ['type_mismatch']],
    ["SELECT pl_rade FROM k2pandc WHERE pl_name = 'EPIC 1 b'", []],
    ["SELECT pl_rade FROM k2pandc WHERE pl_name = 'EPIC 1 c'", ['unknown_name']],
    ['SELECT pl_name FROM k2pandc WHERE default_flag = 1 AND pl_rade > 2', ['limits_as_values']],
    ['SELECT t.toi FROM toi t, pscomppars c', ['join_without_condition']],
  ])('%s', (sql, expected) => {
    expect(codes(sql)).toEqual(expected)
  })

  test('columns of text that are named like flags and uncertainties are not read as numbers', async () => {
    const folder = await folderWith({
      ...FURTHER_ARCHIVE_WITH_CANDIDATES,
      'odd.csv': 'pl_name,default_flag,pl_rade,pl_radelim,pl_radeerr2\nA b,yes,1,none,low\nA b,no,,none,low\n',
    })
    const warn = warnOfQueries(await openSnapshot((await builtSnapshot(folder)).dataDir))
    const messages = (sql: string): string[] => warn(sql).map(({ message }) => message)
    expect(messages("SELECT pl_name FROM odd WHERE default_flag = 'yes' AND pl_rade <> 2")[0]).toStartWith(
      'pl_rade is null in 1 of 2 ',
    )
    expect(warn("SELECT pl_rade FROM odd WHERE default_flag = 'yes'")).toEqual([])
    expect(warn("SELECT 1 FROM odd WHERE default_flag = 'yes' AND pl_radeerr2 < 0.1").map(({ code }) => code)).toEqual([
      'type_mismatch',
    ])
  })

  test('the message names the table', () => {
    expect(warnOf('SELECT count(*) FROM k2pandc')[0]!.message).toStartWith(
      'k2pandc has one row per planet and reference',
    )
  })
})
