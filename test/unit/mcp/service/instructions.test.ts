import { describe, expect, test } from 'bun:test'
import { instructions } from '../../../../src/mcp/service/instructions.ts'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const withTables = (...names: readonly string[]) =>
  ({
    ...FAKE_MANIFEST,
    furtherTables: Object.fromEntries(names.map((name) => [name, { rows: 1, date: null, columns: [], aliases: [] }])),
  }) as unknown as typeof FAKE_MANIFEST

test('the data are described with their date and size, then how to work', () => {
  const text = instructions(FAKE_MANIFEST)
  expect(text).toStartWith(
    'A read-only catalog of exoplanets and their host stars, compiled from the NASA Exoplanet Archive (archive date 2026-01-02): exoplanets (3 rows, 2 planets) and stellarhosts (3 rows, 2 host names).\n\nHow to work:\n1. list_insights',
  )
  expect(text).toContain('(100 rows by default, 1000 at most)')
})

describe('further tables', () => {
  const sentence = (...names: readonly string[]) =>
    / Further tables for .*$/m.exec(instructions(withTables(...names)))?.[0]

  test('are named, or counted if the list is long', () => {
    expect(sentence()).toBeUndefined()
    expect(sentence('ml', 'toi')).toBe(' Further tables for query_catalog and the describe tools: ml, toi.')
    const half = 'x'.repeat(99)
    // Two names of 99 characters with a comma and a space are 200.
    expect(sentence(half, `y${half.slice(1)}`)).toEndWith(`: ${half}, y${half.slice(1)}.`)
    expect(sentence(half, `y${half}`)).toEndWith(': 2 tables, which health lists.')
  })
})

test('cautions follow as long as they fit into what clients read', () => {
  const flagged = manifestOf([
    { name: 'default_flag', type: 'integer' },
    { name: 'pl_bmassprov', type: 'text' },
    { name: 'pl_radelim', type: 'integer' },
  ])
  const text = instructions(flagged)
  expect(text.length).toBeLessThanOrEqual(2_048)
  expect(text).not.toMatch(/[`*]/)
  const cautions = text.slice(text.indexOf('correct it and call again.')).split('\n- ').slice(1)
  expect(cautions.length).toBeGreaterThan(1)
  expect(cautions[0]).toContain('default_flag')
})
