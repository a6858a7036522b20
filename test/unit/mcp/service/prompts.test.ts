import { describe, expect, test } from 'bun:test'
import { RequestError } from '../../../../src/mcp/results/faults.ts'
import { getPrompt, PROMPT_ENTRIES } from '../../../../src/mcp/service/prompts.ts'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const textOf = (name: string, args: unknown, manifest = FAKE_MANIFEST): string =>
  getPrompt(name, args, manifest).messages[0]!.content.text
function faultOf(name: string, args: unknown): string {
  try {
    getPrompt(name, args, FAKE_MANIFEST)
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'invalid_params') return error.message
    throw error
  }
  return 'none'
}

test('the entries say which arguments are required', () => {
  expect(
    PROMPT_ENTRIES.map(({ name, arguments: args }) => [
      name,
      args.map((argument) => `${argument.name} ${argument.required}`),
    ]),
  ).toEqual([
    ['profile_planet', ['planet true']],
    ['find_planets', ['criteria true', 'count false']],
    ['check_claim', ['claim true']],
  ])
  expect(Object.keys(PROMPT_ENTRIES[1]!.arguments[1]!)).toEqual(['name', 'description', 'required'])
})

test('a message has the arguments, and the default number', () => {
  expect(textOf('profile_planet', { planet: 'A b' })).toContain('exoplanet A b from')
  expect(textOf('check_claim', { claim: 'X' })).toContain('catalog: "X".')
  expect(textOf('find_planets', { criteria: 'near' })).toContain('Show the first 10 as')
  expect(textOf('find_planets', { criteria: 'near', count: ' 7 ' })).toContain('Show the first 7 as')
  expect(textOf('find_planets', { criteria: 'near', count: ' ' })).toContain('Show the first 10 as')
  expect(getPrompt('check_claim', { claim: 'X' }, FAKE_MANIFEST)).toMatchObject({
    description: 'Tests a statement about exoplanets against the catalog.',
    messages: [{ role: 'user', content: { type: 'text' } }],
  })
})

test('one row per planet is chosen where the archive marks it', () => {
  const marked = manifestOf([{ name: 'default_flag', type: 'integer' }])
  for (const [name, args] of [
    ['find_planets', { criteria: 'x' }],
    ['check_claim', { claim: 'x' }],
  ] as const) {
    expect(textOf(name, args, marked)).toContain('Use default_flag = 1 for one row per planet. ')
    expect(textOf(name, args)).not.toContain('default_flag')
  }
})

describe('a mistake', () => {
  test('in the name lists the prompts', () => {
    expect(faultOf('x', {})).toBe('Unknown prompt "x"; the prompts are profile_planet, find_planets, check_claim.')
  })

  test('in the arguments is named, also if there are several', () => {
    const missing =
      'The prompt profile_planet needs the argument "planet": Name of the planet, for example TRAPPIST-1 e.'
    expect(faultOf('profile_planet', undefined)).toBe(missing)
    expect(faultOf('profile_planet', { planet: '  ' })).toBe(missing)
    expect(faultOf('profile_planet', { plant: 'x' })).toBe(
      `Unknown argument "plant" of the prompt profile_planet. Did you mean planet? ${missing}`,
    )
    expect(faultOf('find_planets', { criteria: 'x' })).toBe('none')
  })

  test.each([
    ['1', true],
    ['100', true],
    [' 42 ', true],
    ['0', false],
    ['101', false],
    ['1.5', false],
    ['ten', false],
    ['0000000001', false],
  ])('in the count %j is found: %p', (count, isValid) => {
    const fault = faultOf('find_planets', { criteria: 'x', count })
    expect(fault === 'none').toBe(isValid)
    if (!isValid) expect(fault).toStartWith('The argument "count" must be an integer from 1 to 100, but is "')
  })

  test('in the length of a text is found', () => {
    expect(faultOf('check_claim', { claim: 'x'.repeat(2_000) })).toBe('none')
    expect(faultOf('check_claim', { claim: 'x'.repeat(2_001) })).toBe(
      'The argument "claim" is 2001 characters long; the maximum is 2000.',
    )
  })
})
