import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fit } from '../../../../src/mcp/results/fit.ts'
import type { ToolOutput } from '../../../../src/mcp/results/tool.ts'

interface List {
  readonly items: readonly string[]
  readonly cut?: true
}

function listOf(items: readonly string[]): ToolOutput<List> {
  return { output: { items }, parts: items.length, shorten: (count) => ({ items: items.slice(0, count), cut: true }) }
}

test('a finding keeps as many parts as fit, and not one less', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 }),
      fc.integer({ min: 25, max: 600 }),
      (items, max) => {
        const finding = listOf(items)
        const { output, json } = fit(finding, max)
        expect(json).toBe(JSON.stringify(output))
        expect(json.length).toBeLessThanOrEqual(max)
        if (output.cut) {
          expect(JSON.stringify(finding.output).length).toBeGreaterThan(max)
          const count = output.items.length
          expect(output.items).toEqual(items.slice(0, count))
          if (count < items.length - 1) expect(JSON.stringify(finding.shorten(count + 1)).length).toBeGreaterThan(max)
        } else expect(output.items).toEqual(items)
      },
    ),
  )
})

test('what cannot be shortened stays whole', () => {
  const finding: ToolOutput<List> = { ...listOf(['x'.repeat(100)]), parts: 0 }
  expect(fit(finding, 10).output).toBe(finding.output)
})

test('one part is left out where that is enough', () => {
  for (const count of [1, 2, 3, 9]) {
    const finding = listOf(Array.from({ length: count }, () => 'x'.repeat(50)))
    const { output } = fit(finding, JSON.stringify(finding.output).length - 1)
    expect(output.items).toHaveLength(count - 1)
  }
})
