import { expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { findNamed } from '../../../../src/mcp/objects/find-named.ts'
import { fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

/** Looks a name up where the resolver gives these matches. */
function found(
  kind: 'planet' | 'host',
  matches: readonly (readonly [kind: string, name: string, match: string, via: string])[],
) {
  const listed = matches.map(([of, name, match, via]) => ({ kind: of, name, match, via, table: 'exoplanets' }))
  const resolve = () => textAnswer('resolve', JSON.stringify({ query: 'x', matches: listed }))
  try {
    return findNamed(fakeCatalog({ resolve }), 'x', kind).name
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return error.message
  }
}

test.each<[string, 'planet' | 'host', Parameters<typeof found>[1], RegExp]>([
  [
    'one that is exact wins over spellings',
    'planet',
    [
      ['planet', 'A b', 'exact', 'pl_name'],
      ['planet', 'a b', 'spelling', 'pl_name'],
    ],
    /^A b$/,
  ],
  ['an alias alone is the object', 'host', [['host', 'Proxima Cen', 'alias', 'tic_id']], /^Proxima Cen$/],
  [
    'several of a spelling are ambiguous',
    'planet',
    [
      ['planet', 'A b', 'spelling', 'pl_name'],
      ['planet', 'a b', 'spelling', 'pl_name'],
    ],
    /any of 2 planets: A b or a b/,
  ],
  [
    'a better one of another kind is not overlooked',
    'host',
    [
      ['planet', 'A b', 'exact', 'pl_name'],
      ['host', 'A B', 'spelling', 'hostname'],
    ],
    /is a planet, A b\..*similar name is A B/,
  ],
  ['what is only near is offered', 'planet', [['planet', 'A b', 'near', 'pl_name']], /No planet .*Did you mean A b\?$/],
  [
    'near ones of the other kind are named as such',
    'planet',
    [['host', 'A', 'near', 'hostname']],
    /Similar names of stars: A \(get_star\)/,
  ],
  [
    'a system and a letter are no planet',
    'planet',
    [['planet', 'Proxima Cen b', 'alias', 'sy_name']],
    /system with this name has the planet Proxima Cen b/,
  ],
  ['nothing', 'planet', [], /^No planet here has the name "x"\.$/],
])('%s', (_case, kind, matches, expected) => {
  expect(found(kind, matches)).toMatch(expected)
})
