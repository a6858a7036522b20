import { expect, test } from 'bun:test'
import { ICON, STYLE } from '../../../src/pages/frame/style.ts'
import { SITE_SCRIPT, SQL_SCRIPT } from '../../../src/pages/scripts/scripts.ts'
import { fakeApp } from '../../fixtures/servers/fake-app.ts'

const ASSETS = [STYLE, ICON, SITE_SCRIPT, SQL_SCRIPT]

test('every file of the pages is itself, at first and from the cache', async () => {
  const { get } = fakeApp()
  for (const { path, bytes, mediaType } of [...ASSETS, ...ASSETS]) {
    const response = await get(path)
    expect([path, response.headers.get('content-type')]).toEqual([path, mediaType])
    expect(Buffer.compare(await response.bytes(), bytes)).toBe(0)
  }
})
