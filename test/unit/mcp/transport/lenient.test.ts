import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { lenientArguments } from '../../../../src/mcp/results/lenient-arguments.ts'
import { objectJsonSchema } from '../../../../src/mcp/service/json-schema.ts'
import { withPlainArguments } from '../../../../src/mcp/transport/lenient-message.ts'
import { paramsFault } from '../../../../src/mcp/transport/params-fault.ts'

const INPUT = z.object({
  name: z.string(),
  limit: z.number().int().min(1).optional(),
  columns: z.array(z.string()).optional(),
  flag: z.boolean().optional(),
  either: z.union([z.number(), z.string()]).optional(),
})

test.each([
  [{ limit: '5' }, { limit: 5 }],
  [{ limit: 5 }, { limit: 5 }],
  // It stays invalid, but as a number, so that the message is about the number.
  [{ limit: '0' }, { limit: 0 }],
  [{ limit: 'many' }, { limit: 'many' }],
  [{ limit: null }, {}],
  [{ limit: 'null' }, {}],
  [{ name: null }, { name: null }],
  [{ name: 'null' }, { name: 'null' }],
  [{ name: '5' }, { name: '5' }],
  [{ columns: 'a' }, { columns: ['a'] }],
  [{ columns: 'a, b' }, { columns: ['a', 'b'] }],
  [{ columns: '["a","b"]' }, { columns: ['a', 'b'] }],
  [{ columns: '[1]' }, { columns: ['[1]'] }],
  [{ flag: 'true' }, { flag: true }],
  [{ either: '5' }, { either: '5' }],
  [
    { unknown: '5', toString: null },
    { unknown: '5', toString: null },
  ],
])('the arguments %j mean %j', (given, meant) => {
  expect(lenientArguments(INPUT, given)).toEqual(meant as Record<string, unknown>)
})

describe('the arguments of a message', () => {
  const call = (params: unknown, method = 'tools/call') => ({ jsonrpc: '2.0', id: 1, method, params })

  test.each([
    [{ name: 'x', arguments: null }, { name: 'x' }],
    [{ name: 'x', arguments: '' }, { name: 'x' }],
    [{ name: 'x', arguments: ' null ' }, { name: 'x' }],
    [
      { name: 'x', arguments: '{"a":1}' },
      { name: 'x', arguments: { a: 1 } },
    ],
    [
      { name: 'x', arguments: '[1]' },
      { name: 'x', arguments: '[1]' },
    ],
    [
      { name: 'x', arguments: '5' },
      { name: 'x', arguments: '5' },
    ],
    [
      { name: 'x', arguments: '{' },
      { name: 'x', arguments: '{' },
    ],
    [
      { name: 'x', arguments: { a: null } },
      { name: 'x', arguments: { a: null } },
    ],
  ])('%j mean %j', (params, meant) => {
    for (const method of ['tools/call', 'prompts/get'])
      expect(withPlainArguments(call(params, method))).toEqual(call(meant, method))
    expect(withPlainArguments(call(params, 'resources/read'))).toEqual(call(params, 'resources/read'))
  })

  test.each([[null], [5], ['x'], [[call({ arguments: null })]], [call(null)], [call([])], [call({ name: 'x' })]])(
    'are not looked for in %j',
    (message: unknown) => {
      expect(withPlainArguments(message)).toBe(message)
    },
  )
})

describe('the parameters of a request', () => {
  const fault = (method: unknown, params?: unknown) =>
    paramsFault({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) })

  test.each([
    ['tools/list', undefined],
    ['tools/list', {}],
    ['tools/list', { cursor: 'x', _meta: {} }],
    ['tools/call', { name: 'x' }],
    ['tools/call', { name: 'x', arguments: {} }],
    ['prompts/get', { name: 'x', arguments: { a: 'b' } }],
    ['resources/read', { uri: 'x:' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'x' }, argument: { name: 'a', value: '' }, context: {} },
    ],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }],
    ['ping', 5],
    ['toString', 5],
    [7, 5],
  ])('of %s can be %j', (method, params) => {
    expect(fault(method, params)).toBeUndefined()
  })

  test.each([
    ['tools/list', { cursor: 5 }, '"cursor" of tools/list: it must be a string.'],
    ['tools/call', {}, '"name" of tools/call: it must be a string.'],
    ['tools/call', undefined, '"name" of tools/call: it must be a string.'],
    ['tools/call', { name: 'x', arguments: [] }, '"arguments" of tools/call: it must be an object.'],
    ['prompts/get', { name: 'x', arguments: { a: 5 } }, '"arguments.a" of prompts/get: it must be a string.'],
    [
      'completion/complete',
      { ref: { type: 'x' }, argument: { name: 'a', value: '' } },
      '"ref" of completion/complete: it must be a prompt',
    ],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: 5 },
      '"argument" of completion/complete: it must be an object with name and value.',
    ],
    [
      'initialize',
      { protocolVersion: 1, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      '"protocolVersion" of initialize',
    ],
  ])('of %s cannot be %j', (method, params, words) => {
    expect(fault(method, params)).toContain(`Missing or invalid parameter ${words}`)
  })

  test('are those of requests only', () => {
    for (const message of [null, 5, {}, { id: 1 }, { method: 'tools/call' }])
      expect(paramsFault(message)).toBeUndefined()
  })
})

describe('a schema', () => {
  const schema = z.object({
    name: z.string().describe('The name'),
    own: z.int().min(0).describe('Its own words'),
    when: z.iso.date().optional(),
    few: z.enum(['a', 'b', 'c', 'd']),
    many: z.enum(['a', 'b', 'c', 'd', 'e']),
    cell: z.union([z.string(), z.number(), z.null()]),
    list: z.array(z.object({ x: z.string().describe('inner') }).describe('an item')).min(1),
  })

  test('of an input is kept, but for the bounds of all integers and for formats', () => {
    const { properties, required, type, $schema } = objectJsonSchema(schema, 'input')
    expect({ type, required, $schema }).toEqual({
      type: 'object',
      required: ['name', 'own', 'few', 'many', 'cell', 'list'],
      $schema: undefined,
    })
    expect(properties).toMatchObject({
      name: { type: 'string', description: 'The name' },
      own: { type: 'integer', minimum: 0, description: 'Its own words' },
      when: { type: 'string' },
      many: { enum: ['a', 'b', 'c', 'd', 'e'] },
      list: { minItems: 1, items: { description: 'an item' } },
    })
    expect(properties!.own).not.toHaveProperty('maximum')
    for (const keyword of ['format', 'pattern']) expect(properties!.when).not.toHaveProperty(keyword)
  })

  test('of a response is short', () => {
    const { properties, additionalProperties } = objectJsonSchema(schema, 'output')
    expect(properties).toEqual({
      name: { type: 'string' },
      own: { type: 'integer', description: 'Its own words' },
      when: { type: 'string' },
      few: { type: 'string', enum: ['a', 'b', 'c', 'd'] },
      many: { type: 'string' },
      cell: { type: ['string', 'number', 'null'] },
      list: {
        type: 'array',
        items: { type: 'object', properties: { x: { type: 'string', description: 'inner' } }, required: ['x'] },
      },
    })
    expect(additionalProperties).toBe(false)
  })
})
