import { expect, test } from 'bun:test'
import { referenceText } from '../../../../src/mcp/objects/reference.ts'

test.each([
  ['<a refstr=X href=https://a.b/c target=ref>Stassun et al. 2017</a>', 'Stassun et al. 2017 https://a.b/c'],
  ['<a  href="https://a.b/c?d=1&amp;e=2">Mayor &amp; Queloz</a>', 'Mayor & Queloz https://a.b/c?d=1&e=2'],
  ["<a refstr=X href='https://a.b/c'>\n Two\n lines </a>", 'Two lines https://a.b/c'],
  ['Gonz&#225;lez &#xE9; &unknown; &#0;', 'González é &unknown; &#0;'],
  ['Harps&oslash;e, N&uacute;&ntilde;ez &amp; &Aring;m', 'Harpsøe, Núñez & Åm'],
  ['A < B and C', 'A < B and C'],
  ['', ''],
  ['<a>', ''],
])('%j', (html, text) => {
  expect(referenceText(html)).toBe(text)
})

test('a long text that never closes its tag takes no time', () => {
  const before = performance.now()
  expect(referenceText('<a '.repeat(50_000)).length).toBeGreaterThan(0)
  expect(performance.now() - before).toBeLessThan(2_000)
})
