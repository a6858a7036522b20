import { expect, test } from 'bun:test'
import { timeStage } from '../../../../build/terminal/effects.ts'
import { formatBytes, formatDuration } from '../../../../build/terminal/format.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [1_000_000, '1.0 MB'],
  [87_654_321, '87.7 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0.00 s'],
  [1_234, '1.23 s'],
  [9_994, '9.99 s'],
  [10_000, '10.0 s'],
  [61_250, '61.3 s'],
])('%d ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('a stage is told with its time once it has ended, and not where it fails', async () => {
  const lines: string[] = []
  let nowMs = 1_000
  const effects = { log: (line: string) => void lines.push(line), progress: () => {}, nowMs: () => nowMs }
  const result = await timeStage(effects, 'pages', async () => {
    nowMs += 2_500
    return 'done'
  })
  expect(result).toBe('done')
  expect(lines).toEqual(['pages: 2.50 s'])
  await expect(timeStage(effects, 'exports', () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
  expect(lines).toHaveLength(1)
})
