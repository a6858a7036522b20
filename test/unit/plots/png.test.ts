import { expect, spyOn, test } from 'bun:test'
import * as resvg from '@resvg/resvg-js'
import { renderPng } from '../../../src/plots/png/render-png.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47]

test('a drawing becomes a PNG of full width, with letters though the machine lends no font', async () => {
  const picture = (text: string) =>
    renderPng(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 100" font-family="system-ui, 'DejaVu Sans'"><rect width="720" height="100" fill="#fff"/><text x="10" y="50">${text}</text></svg>`,
    )
  const [empty, lettered] = await Promise.all([picture(''), picture('R⊕ 10⁻³')])
  expect([...lettered.subarray(0, 4)]).toEqual(PNG)
  const size = new DataView(lettered.buffer, lettered.byteOffset)
  expect([size.getUint32(16), size.getUint32(20)]).toEqual([1440, 200])
  expect(lettered.byteLength).toBeGreaterThan(empty.byteLength + 500)
})

test('what cannot wait any more is told to try again', async () => {
  // Of few pixels: a drawing is scaled to a fixed width.
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 10"/>'
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => renderPng(svg)))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(40 - 2 - 16)
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
    code: 'too_many_queries',
    help: { retryAfterS: 2 },
  })
  await expect(renderPng(svg)).resolves.toBeInstanceOf(Uint8Array)
})

test('two are drawn at a time, who waits in the order of coming, also after a drawing that fails', async () => {
  const begun: string[] = []
  const gates = new Map<string, (isGood: boolean) => void>()
  const drawing = spyOn(resvg, 'renderAsync').mockImplementation(async (svg) => {
    begun.push(String(svg))
    const isGood = await new Promise<boolean>((resolve) => gates.set(String(svg), resolve))
    if (!isGood) throw new Error('no drawing')
    return { asPng: () => Buffer.from(String(svg)) } as unknown as resvg.RenderedImage
  })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  try {
    const all = names.map((name) => renderPng(name).then(String, (error: Error) => error.message))
    for (const [at, name] of names.entries()) {
      const expected = names.slice(0, at + 2)
      await waitFor(`the drawing beside ${name}`, () => begun.length >= expected.length || undefined)
      await Bun.sleep(1)
      expect(begun).toEqual(expected)
      gates.get(name)!(at % 2 === 0)
    }
    expect(await Promise.all(all)).toEqual(['a', 'no drawing', 'c', 'no drawing', 'e', 'no drawing'])
  } finally {
    drawing.mockRestore()
  }
  // All places are free again.
  await expect(renderPng('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 10"/>')).resolves.toBeInstanceOf(
    Uint8Array,
  )
})
