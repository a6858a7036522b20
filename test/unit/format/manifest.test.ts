import { expect, test } from 'bun:test'
import { deserializeManifest, ManifestError, serializeManifest } from '../../../src/format/manifest.ts'
import { FAKE_MANIFEST } from '../../fixtures/servers/fake-catalog.ts'

test('what is sealed comes back, and the same manifest gives the same text', () => {
  const text = serializeManifest(FAKE_MANIFEST)
  expect(deserializeManifest(text)).toEqual(FAKE_MANIFEST)
  expect(serializeManifest(deserializeManifest(text))).toBe(text)
  expect(text).toMatch(/\n {2}"sha256": "[0-9a-f]{64}"\n}\n$/)
})

test('a changed byte is found wherever it is, or it was a blank', () => {
  const bytes = Buffer.from(serializeManifest(FAKE_MANIFEST))
  let found = 0
  for (const at of bytes.keys())
    for (const bit of [1, 32]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= bit
      try {
        expect(deserializeManifest(changed.toString())).toEqual(FAKE_MANIFEST)
      } catch (error) {
        if (!(error instanceof ManifestError)) throw error
        found += 1
      }
    }
  const blanks = bytes.toString().match(/\s/g)!.length
  expect(found).toBeGreaterThanOrEqual(2 * (bytes.length - blanks))
})
