import { expect, test } from 'bun:test'
import { renderPng } from '../../../src/plots/png/render-png.ts'

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
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => renderPng(svg)))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(40 - 2 - 16)
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
    code: 'too_many_queries',
    help: { retryAfterS: 2 },
  })
  await expect(renderPng(svg)).resolves.toBeInstanceOf(Uint8Array)
})
