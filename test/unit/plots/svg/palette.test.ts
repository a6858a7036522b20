import { expect, test } from 'bun:test'
import { CATEGORY_COLORS, NUMBER_COLORS } from '../../../../src/plots/svg/palette.ts'

type Triple = readonly [number, number, number]

/** What people without one kind of cone see, in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIMULATIONS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'usual sight': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
}

function linear(color: string): Triple {
  const [r, g, b] = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : color.match(/\d+/g)!.map(Number)
  const one = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
  return [one(r!), one(g!), one(b!)]
}

/** CIELAB (D65) of a color in linear RGB. */
function lab([r, g, b]: Triple): Triple {
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))]
}

function seen(color: string, simulation: readonly [Triple, Triple, Triple]): Triple {
  const rgb = linear(color)
  const mixed = simulation.map((row) => row.reduce((sum, part, index) => sum + part * rgb[index]!, 0))
  return lab(mixed.map((part) => Math.min(Math.max(part, 0), 1)) as unknown as Triple)
}

function distance(a: Triple, b: Triple): number {
  return Math.hypot(...a.map((part, index) => part - b[index]!))
}

for (const [name, simulation] of Object.entries(SIMULATIONS)) {
  test(`categories are told apart with ${name}`, () => {
    // About ten just noticeable differences.
    for (const [index, color] of CATEGORY_COLORS.entries())
      for (const other of CATEGORY_COLORS.slice(index + 1))
        expect(distance(seen(color, simulation), seen(other, simulation)), `${color} ${other}`).toBeGreaterThan(10)
  })

  test(`a scale of numbers grows lighter from step to step with ${name}`, () => {
    const lightness = NUMBER_COLORS.map((color) => seen(color, simulation)[0])
    for (const [step, value] of lightness.entries())
      if (step > 0) expect(value).toBeGreaterThan(lightness[step - 1]! + 2)
  })
}

test('red and green of the usual kind would fail this test', () => {
  const { deuteranopia } = SIMULATIONS
  expect(distance(seen('#a05000', deuteranopia!), seen('#6a6f00', deuteranopia!))).toBeLessThan(10)
})
