import { expect, test } from 'bun:test'
import { parseReference, referenceText } from '../../../src/objects/reference.ts'

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

test('only addresses of web pages become links', () => {
  const hrefOf = (html: string) => parseReference(html).address
  expect(hrefOf('<a refstr=X href=https://a.b/c?d&amp;e target=ref>X 2017</a>')).toBe('https://a.b/c?d&e')
  expect(hrefOf('<a href="http://a.b/">X</a>')).toBe('http://a.b/')
  for (const href of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    '//a.b',
    '/c',
    'c',
    '',
  ])
    expect(hrefOf(`<a href="${href}">X</a>`)).toBeUndefined()
  expect(hrefOf('X 2017')).toBeUndefined()
})

test('a reference is the same however many others were parsed before it', () => {
  const link = (at: number) => `<a href=https://a.b/${at}>X ${at}</a>`
  const long = `<a href=https://a.b/>${'y'.repeat(2_000)}</a>`
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 20_000; at++)
      expect(parseReference(link(at))).toEqual({
        label: `X ${at}`,
        href: `https://a.b/${at}`,
        address: `https://a.b/${at}`,
      })
    expect(parseReference(long).label).toBe('y'.repeat(2_000))
  }
})
