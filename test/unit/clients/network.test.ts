import { expect, test } from 'bun:test'
import { isNetwork, networks, normalAddress } from '../../../src/clients/network.ts'

test.each([
  ['192.0.2.1', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/0', true],
  ['10.0.0.0/32', true],
  ['10.0.0.0/33', false],
  ['::1', true],
  ['fd00::/8', true],
  ['::/128', true],
  ['::/129', false],
  ['::ffff:192.0.2.1', true],
  ['', false],
  ['10.0.0', false],
  ['10.0.0.256', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/-1', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/0008', false],
  ['localhost', false],
])('%j is an address or a network: %p', (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne)
})

test('an address belongs to the networks that contain it', () => {
  const some = networks(['192.0.2.1', '10.0.0.0/8', '172.16.4.0/22', 'fd00::/8', '2001:db8::1'])
  const inside = ['192.0.2.1', '10.0.0.0', '10.255.255.255', '172.16.4.0', '172.16.7.255', 'fd12::1', '2001:db8::1']
  const outside = ['192.0.2.2', '11.0.0.0', '9.255.255.255', '172.16.3.255', '172.16.8.0', 'fe00::1', '2001:db8::2', '']
  expect(inside.filter((address) => !some.has(address))).toEqual([])
  expect(outside.filter((address) => some.has(address))).toEqual([])
  expect(networks([]).has('10.0.0.1')).toBe(false)
  expect(() => networks(['10.0.0.1', 'x'])).toThrow('x is neither an address nor a network')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '::ffff:c000:201'],
  ['2001:DB8::A', '2001:db8::a'],
  ['1::ffff:192.0.2.1', '1::ffff:192.0.2.1'],
])('the normal form of %s is %s', (address, normal) => {
  expect(normalAddress(address)).toBe(normal)
})
