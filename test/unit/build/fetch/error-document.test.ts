import { expect, test } from 'bun:test'
import { asksForBrowser, isMarkup, readErrorDocument } from '../../../../build/fetch/error-document.ts'

test.each([
  [
    '<INFO name="QUERY_STATUS" value="ERROR">ORA-00942: table &quot;pss&quot; unknown</INFO>',
    'ORA-00942: table "pss" unknown',
  ],
  ["<vot:INFO value='ERROR' name='QUERY_STATUS'>\n  <![CDATA[line 1 < line 2]]>\n</vot:INFO>", 'line 1 < line 2'],
  ['<INFO name="QUERY_STATUS" value="ERROR"></INFO>', 'no reason given'],
])('the text of a QUERY_STATUS error is found in %p', (info, message) => {
  const document = `<?xml version="1.0"?><VOTABLE><RESOURCE><INFO name="QUERY" value="x"/>${info}</RESOURCE></VOTABLE>`
  expect(readErrorDocument(document)).toEqual({ kind: 'service', message })
})

test('a VOTable that reports success is no error of the service', () => {
  const document = '<VOTABLE><INFO name="QUERY_STATUS" value="OK">fine</INFO></VOTABLE>'
  expect(readErrorDocument(document).kind).toBe('page')
})

test('of a web page the title is shown, else its words without scripts', () => {
  expect(readErrorDocument('<html><head><title>Down for\n maintenance</title></head><body>x</body>')).toEqual({
    kind: 'page',
    message: 'Down for maintenance',
  })
  expect(readErrorDocument('<!DOCTYPE html><script>var a = 1</script><h1>Bad&nbsp;gateway &#8212; 502</h1>')).toEqual({
    kind: 'page',
    message: 'Bad gateway — 502',
  })
})

test('a long message is cut', () => {
  const { kind, message } = readErrorDocument(`ERROR ${'x'.repeat(1000)}`)
  expect(kind).toBe('text')
  expect(message).toHaveLength(300)
  expect(message.endsWith('…')).toBe(true)
})

test('markup is told from a table by its first character that is no blank', () => {
  const starts = ['<x', '  \n<x', '\uFEFF<x', 'pl_name,<a>', '"<a>"', '']
  expect(starts.map(isMarkup)).toEqual([true, true, true, false, false, false])
})

test.each([
  ['a &#8212; b', 'a — b'],
  ['a &#9999999; b', 'a \u{10ffff} b'],
  ['a &#0; b', 'a \0 b'],
  ['a &lt;b&gt; &quot;c&quot; &apos;d&apos; &amp; &unknown; &#x41;', 'a <b> "c" \'d\' & &unknown; &#x41;'],
])('the characters that %p stands for are shown', (text, message) => {
  expect(readErrorDocument(text)).toEqual({ kind: 'text', message })
})

test.each([299, 300, 301])('of a message of %d characters at most 300 are shown', (length) => {
  const { message } = readErrorDocument('x'.repeat(length))
  expect(message).toBe(length <= 300 ? 'x'.repeat(length) : `${'x'.repeat(299)}…`)
})

test('a proxy that admits only browsers is told by its header, or by the words of its page', () => {
  const plain = new Headers()
  expect(asksForBrowser(new Headers({ 'cf-mitigated': 'challenge' }), '')).toBe(true)
  expect(asksForBrowser(plain, '<html><title>Just a moment...</title></html>')).toBe(true)
  expect(asksForBrowser(plain, '<html>Verifying that you are human</html>')).toBe(true)
  // A table may say so, too.
  expect(asksForBrowser(plain, 'pl_name,note\nx,captcha\n')).toBe(false)
  expect(asksForBrowser(plain, '<html>Bad gateway</html>')).toBe(false)
})
