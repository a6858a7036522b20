import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createClientAddress } from '../../../src/clients/client-address.ts'

const clientOf = (trusted: string[], peer: string | undefined, headers: Record<string, string> = {}) =>
  createClientAddress(trusted)(peer, new Headers(headers))

test('without trusted proxies a client is its address, whatever it says', () => {
  expect(clientOf([], '192.0.2.1', { 'x-forwarded-for': '198.51.100.7' })).toBe('192.0.2.1')
  expect(clientOf(['10.0.0.0/8'], '192.0.2.1', { forwarded: 'for=198.51.100.7' })).toBe('192.0.2.1')
  expect(clientOf([], '::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(clientOf([], undefined)).toBe('')
})

describe('a trusted proxy is believed', () => {
  test.each([
    [{ 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
    [{ 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }, '198.51.100.7'],
    [{ 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.1.2.3' }, '198.51.100.7'],
    [{ 'x-forwarded-for': '198.51.100.7:4711' }, '198.51.100.7'],
    [{ 'x-forwarded-for': '10.1.2.3' }, '10.1.2.3'],
    [{ 'x-forwarded-for': 'unknown' }, '10.0.0.1'],
    [{ 'x-forwarded-for': '' }, '10.0.0.1'],
    [{ forwarded: 'for=198.51.100.7;proto=https' }, '198.51.100.7'],
    [{ forwarded: 'proto=http; For="[2001:DB8::1]:4711"' }, '2001:db8::1'],
    [{ forwarded: 'for=203.0.113.9, for="198.51.100.7:80";by="a,b"' }, '198.51.100.7'],
    [{ forwarded: 'for=_hidden' }, '_hidden'],
    [{ forwarded: 'by=10.0.0.1' }, '10.0.0.1'],
    [{ forwarded: 'for=198.51.100.7', 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
    [{}, '10.0.0.1'],
  ])('%j', (headers, client) => {
    expect(clientOf(['10.0.0.0/8'], '10.0.0.1', headers as Record<string, string>)).toBe(client)
  })

  test('but not where its two headers disagree: a client wrote one of them', () => {
    const headers = { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '198.51.100.7' }
    expect(clientOf(['10.0.0.0/8'], '10.0.0.1', headers)).toBe('10.0.0.1')
  })

  test('over IPv6, and by its address alone', () => {
    expect(clientOf(['fd00::/8'], 'fd00::1', { 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1')
    expect(clientOf(['::1'], '::1', { 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1')
    expect(clientOf(['127.0.0.1'], '::ffff:127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe('192.0.2.1')
  })
})

test('no header makes it fail, or gives a client another name than the nearest proxy wrote', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (text, address) => {
      const written = text.replaceAll(/[^\x20-\x7e]/g, '?')
      fc.pre(address.split('.')[0] !== '10')
      expect(clientOf(['10.0.0.0/8'], '10.0.0.1', { 'x-forwarded-for': `${written}, ${address}` })).toBe(address)
      expect(typeof clientOf(['10.0.0.0/8'], '10.0.0.1', { forwarded: written })).toBe('string')
    }),
  )
})
