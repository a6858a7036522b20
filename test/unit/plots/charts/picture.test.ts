import { expect, test } from 'bun:test'
import { FRAME, LETTER } from '../../../../src/plots/charts/frame.ts'
import { picture } from '../../../../src/plots/charts/picture.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

test.each([1, 4, 12])(
  'a legend of %d long entries stays within the picture, each entry in a row of its width',
  (count) => {
    const legend = Array.from({ length: count }, (_, i) => ({
      className: 'c',
      symbol: '<circle r="4"/>',
      label: `the label of kind ${i}`,
    }))
    const { svg, height } = picture({ id: 'p', title: 'T', description: 'D' }, {
      plotHeight: 100,
      legend,
      drawn: 0,
      leftOut: 0,
    } as Parameters<typeof picture>[1])
    const labels = readSvg(svg).filter(({ text }) => text.startsWith('the label'))
    expect(labels).toHaveLength(count)
    const places = labels.map(({ attributes, text }) => {
      const x = Number(attributes.x)
      expect(x + text.length * LETTER * FRAME.fontSize).toBeLessThanOrEqual(FRAME.width)
      expect(Number(attributes.y)).toBeLessThan(height)
      return `${x} ${attributes.y}`
    })
    expect(new Set(places).size).toBe(count)
  },
)
