import { describe, expect, test } from 'bun:test'
import { FRAME } from '../../../../src/plots/charts/frame.ts'
import { type Overlay, overlayLayers } from '../../../../src/plots/charts/overlays.ts'
import { categorySymbol, numberSymbol, symbolMark } from '../../../../src/plots/charts/symbols.ts'
import { CATEGORY_COLORS, NUMBER_COLORS } from '../../../../src/plots/svg/palette.ts'
import { createScale } from '../../../../src/plots/svg/scale.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

// One pixel for each unit, so that places are pixels.
const X = createScale('linear', [FRAME.left, FRAME.right], [FRAME.left, FRAME.right])
const Y = createScale('linear', [FRAME.top, FRAME.bottom], [FRAME.top, FRAME.bottom])

const parts = (svg: string) => readSvg(`<g>${svg}</g>`).slice(1)

/** The labels of overlays: their text, place and anchor. */
function labelsOf(...overlays: Overlay[]) {
  const { behind, inFront } = overlayLayers(overlays, X, Y, 'a')
  return parts(behind + inFront).flatMap(({ name, text, attributes }) =>
    name === 'text'
      ? [[text, Number(attributes.x), Number(attributes.y), attributes['text-anchor'] ?? 'start'] as const]
      : [],
  )
}

const marker = (x: number, y: number, label = 'Earth'): Overlay => ({ kind: 'marker', at: [x, y], label })
const line = (...labelAt: (readonly [number, number])[]): Overlay => ({
  kind: 'line',
  places: [
    [100, 100],
    [200, 200.04],
  ],
  label: 'A line',
  labelAt,
})

// At the largest size, 24 pixels, a label has 17.28 above its line; a cross has arms of six pixels, and a gap of two.
const BELOW = 6 + 17.28

describe('the label of a cross', () => {
  test.each([
    [300, 200, 308, 192, 'start'],
    // At the right end of the picture it stands before the cross: five letters of 13.92 pixels.
    [FRAME.right, 200, FRAME.right - 8, 192, 'end'],
    // It may stand above the frame, as long as it is in the picture.
    [300, FRAME.top, 308, FRAME.top - 8, 'start'],
  ])('at (%d, %d) is at (%d, %d)', (x, y, labelX, labelY, anchor) => {
    const [label] = labelsOf(marker(x, y))
    expect(label).toEqual(['Earth', labelX, labelY, anchor])
  })

  test('gives way to another label: before, below, or below and before it', () => {
    const at = labelsOf(marker(300, 200, 'A'), marker(300, 200, 'B'), marker(300, 200, 'C'), marker(300, 200, 'D'))
    expect(at.map(([, x, y, anchor]) => [x, Math.round(y * 100) / 100, anchor])).toEqual([
      [308, 192, 'start'],
      [292, 192, 'end'],
      [308, 200 + BELOW, 'start'],
      [292, 200 + BELOW, 'end'],
    ])
  })

  test('is left out with the cross beyond the frame', () => {
    for (const [x, y] of [
      [FRAME.left - 1, 200],
      [FRAME.right + 1, 200],
      [300, FRAME.top - 1],
      [300, FRAME.bottom + 1],
    ] as const)
      expect(overlayLayers([marker(x, y)], X, Y, 'a')).toEqual({ behind: '', inFront: '' })
    expect(labelsOf(marker(FRAME.left, 200), marker(300, FRAME.bottom))).toHaveLength(2)
  })
})

describe('the label of a line', () => {
  test('is at the first place that is free', () => {
    expect(labelsOf(line([300, 200], [400, 300]))).toEqual([['A line', 300, 200, 'start']])
    expect(labelsOf(line([50, 200], [400, 300]))).toEqual([['A line', 400, 300, 'start']])
    // A cross is placed first, with its label.
    expect(labelsOf(line([310, 195], [400, 300]), marker(300, 200))).toEqual([
      ['A line', 400, 300, 'start'],
      ['Earth', 308, 192, 'start'],
    ])
  })

  test('is left out if no place is free, and the line stays', () => {
    expect(labelsOf(line())).toEqual([])
    // Six letters of 13.92 pixels do not fit to the right.
    expect(labelsOf(line([650, 200]))).toEqual([])
    expect(labelsOf(line([636, 200]))).toHaveLength(1)
    const { behind } = overlayLayers([line()], X, Y, 'a')
    expect(parts(behind).map(({ name }) => name)).toEqual(['clipPath', 'rect', 'g', 'path'])
  })
})

test('lines and bands are cut at the frame, bands are closed, and each layer has its own frame', () => {
  const band: Overlay = { ...line(), kind: 'band', isInFront: true } as Overlay
  const { behind, inFront } = overlayLayers([line(), band], X, Y, 'plot')
  const [clip, rect, group, path] = parts(behind)
  expect([clip!.attributes.id, group!.attributes['clip-path']]).toEqual(['plot-clip', 'url(#plot-clip)'])
  expect(rect!.attributes).toEqual({ x: '88', y: '38', width: '618', height: '398' })
  expect(path!.attributes.d).toBe('M100,100L200,200')
  const front = parts(inFront)
  expect([front[0]!.attributes.id, front[2]!.attributes['clip-path']]).toEqual([
    'plot-front-clip',
    'url(#plot-front-clip)',
  ])
  expect(front[3]!.attributes.d).toBe('M100,100L200,200z')
})

test('categories differ by color and shape, and those beyond the last share it', () => {
  const last = CATEGORY_COLORS.length - 1
  const marks = Array.from({ length: last + 1 }, (_, at) => symbolMark(categorySymbol(at), 10, 20))
  expect(new Set(marks).size).toBe(last + 1)
  for (const [at, mark] of marks.entries()) expect(mark).toContain(`"${CATEGORY_COLORS[at]}"`)
  expect(categorySymbol(last + 5)).toEqual(categorySymbol(last))
  for (const mark of marks) expect(mark.includes('plot-lines')).toBe(mark.includes('stroke='))
  expect(NUMBER_COLORS.every((color, step) => numberSymbol(step).attributes.includes(color))).toBe(true)
})

test('each shape has its place in the middle', () => {
  // The extent of a path of moves and relative lines.
  const extent = (d: string) => {
    const [x, y]: number[][] = [[], []]
    let [atX, atY] = [0, 0]
    for (const [, command, numbers] of d.matchAll(/([MLlhvz])([^MLlhvz]*)/g)) {
      const list = [...numbers!.matchAll(/-?[\d.]+/g)].map(Number)
      if (command === 'M') [atX, atY] = [list[0]!, list[1]!]
      else if (command === 'l') [atX, atY] = [atX + list[0]!, atY + list[1]!]
      else if (command === 'h') atX += list[0]!
      else if (command === 'v') atY += list[0]!
      x!.push(atX)
      y!.push(atY)
    }
    return [Math.min(...x!), Math.max(...x!), Math.min(...y!), Math.max(...y!)]
  }
  const around = [0, 2, 3, 4, 5, 6].map((at) => extent(categorySymbol(at).path(100, 50)))
  expect(around).toEqual([
    [100, 100, 50, 50],
    [96, 104, 46, 53],
    [96, 104, 46, 54],
    [97, 103, 47, 53],
    [96, 104, 47, 54],
    [100, 100, 50, 50],
  ])
})
