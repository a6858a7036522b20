import { expect, test } from 'bun:test'
import { join } from 'node:path'

const SOURCE = join(import.meta.dir, '../../../src')

test('the core and the SQL rooms name no address, tool or document of an interface', async () => {
  const found: string[] = []
  for await (const path of new Bun.Glob('{core,sql}/**/*.ts').scan(SOURCE)) {
    const text = await Bun.file(join(SOURCE, path)).text()
    // Comments may speak of the interfaces; texts that reach a client may not.
    for (const line of text.split('\n'))
      if (!/^\s*(?:\*|\/\*|\/\/)/.test(line) && /\/rest\b|README|_catalog\b|list_insights|openapi/.test(line))
        found.push(`${path}: ${line.trim()}`)
  }
  expect(found).toEqual([])
})
