import { expect, test } from 'bun:test'
import { CatalogError } from '../../../src/core/errors.ts'
import { shortageOf } from '../../../src/core/shortage.ts'

test('what the system has nothing left of is told from faults, in causes too', () => {
  const full = Object.assign(new Error('EMFILE: too many open files, open /x'), { code: 'EMFILE' })
  for (const thrown of [
    full,
    new Error('cannot read', { cause: full }),
    { name: 'BuildMessage', message: 'EMFILE reading "/x/server.ts"' },
    Object.assign(new Error('no memory'), { code: 'ENOMEM' }),
  ]) {
    const shortage = shortageOf(thrown)
    expect(shortage).toBeInstanceOf(CatalogError)
    expect([shortage?.code, shortage?.kind, shortage?.help.retryAfterS]).toEqual([
      'resource_exhausted',
      'unavailable',
      2,
    ])
    expect(shortage?.cause).toBe(thrown)
    expect(shortage?.message).not.toContain('/x')
  }
  const refusal = new CatalogError('invalid_path', 'no', {}, { cause: full })
  for (const thrown of [refusal, new Error('An EMFILE in the middle'), undefined, 'EMFILE', { code: 'ENOENT' }])
    expect(shortageOf(thrown)).toBeUndefined()
})
