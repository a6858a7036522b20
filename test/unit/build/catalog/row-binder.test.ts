import { describe, expect, test } from 'bun:test'
import { type BindingModule, createRowBinder } from '../../../../build/catalog/row-binder.ts'
import { type Cells, NULL_CODE } from '../../../../build/table/archive-table.ts'

/** Memory and bindings of a statement as the module has them. */
function moduleOf({ memoryBytes = 1_000, failAt = -1 } = {}) {
  const memory = new Uint8Array(memoryBytes)
  const bound = new Map<number, unknown>()
  const held = new Set<number>()
  let [next, calls] = [8, 0]
  const bind = (index: number, value: unknown): number => {
    calls += 1
    if (calls === failAt) return 7
    bound.set(index, value)
    return 0
  }
  const sqlite: BindingModule = {
    _malloc(bytes) {
      if (next + bytes > memoryBytes) return 0
      const pointer = next
      next += bytes
      held.add(pointer)
      return pointer
    },
    _free: (pointer) => {
      expect(held.delete(pointer)).toBe(true)
    },
    writeArrayToMemory: (bytes, pointer) => memory.set(bytes, pointer),
    _sqlite3_bind_double: (_, index, value) => bind(index, Number.isNaN(value) ? null : value),
    _sqlite3_bind_text: (_, index, text, bytes) =>
      bind(index, text === 0 ? null : new TextDecoder().decode(memory.subarray(text, text + bytes))),
  }
  return { sqlite, bound, held, calls: () => calls }
}

const CELLS: readonly Cells[] = [
  { kind: 'text', codes: Uint32Array.of(0, 1, NULL_CODE, 1, 2), values: ['é', '', 'b'] },
  { kind: 'real', values: Float64Array.of(1.5, 1.5, Number.NaN, Number.NaN, 0) },
  { kind: 'integer', values: Float64Array.of(7, 8, 8, Number.NaN, 9), wide: new Map() },
  {
    kind: 'integer',
    values: Float64Array.of(1, 2 ** 60, Number.NaN, 3, 4),
    wide: new Map([[1, 2n ** 60n + 1n]]),
  },
]
const ROWS = [
  ['é', 1.5, 7, 1],
  ['', 1.5, 8, '1152921504606846977'],
  [null, null, 8, null],
  ['', null, null, 3],
  ['b', 0, 9, 4],
]

describe('rows of a table', () => {
  test('are bound cell by cell: empty texts are texts, wide integers have all digits, nulls are null', () => {
    const { sqlite, bound, held } = moduleOf()
    const binder = createRowBinder(sqlite, 1, CELLS)
    for (const [row, expected] of ROWS.entries()) {
      expect(binder.bind(row)).toBe(0)
      // What was never bound is null.
      expect([1, 2, 3, 4].map((index) => bound.get(index) ?? null)).toEqual(expected)
    }
    expect(held.size).toBeGreaterThan(0)
    binder.free()
    expect(held.size).toBe(0)
    binder.free()
  })

  test('bind a cell only if it differs from the one before', () => {
    const { sqlite, calls } = moduleOf()
    const binder = createRowBinder(sqlite, 1, CELLS.slice(0, 3))
    const calledFor = (row: number): number => {
      const before = calls()
      binder.bind(row)
      return calls() - before
    }
    expect([0, 1, 2, 3, 4].map(calledFor)).toEqual([3, 2, 2, 2, 3])
  })

  test('stop at the first cell that cannot be bound', () => {
    for (const failAt of [1, 2, 3, 4]) {
      const { sqlite, bound } = moduleOf({ failAt })
      expect(createRowBinder(sqlite, 1, CELLS).bind(0)).toBe(7)
      expect(bound.size).toBe(failAt - 1)
    }
  })

  test('need memory for their texts', () => {
    const { sqlite } = moduleOf({ memoryBytes: 10 })
    expect(() => createRowBinder(sqlite, 1, CELLS)).toThrow('SQLite has no memory left for the texts of a column.')
  })
})
