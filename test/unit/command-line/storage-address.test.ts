import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { PUBLISH_TO, PULL_FROM } from '../../../src/command-line/storage-address.ts'

test.each([
  ['s3://bucket', { kind: 's3', address: 's3://bucket', bucket: 'bucket', prefix: '' }],
  ['s3://bucket/', { kind: 's3', address: 's3://bucket', bucket: 'bucket', prefix: '' }],
  ['s3://a.b-1/x/y.z//', { kind: 's3', address: 's3://a.b-1/x/y.z', bucket: 'a.b-1', prefix: 'x/y.z' }],
  ['s3://abc/...', { kind: 's3', address: 's3://abc/...', bucket: 'abc', prefix: '...' }],
  [`s3://${'b'.repeat(63)}`, { kind: 's3', address: `s3://${'b'.repeat(63)}`, bucket: 'b'.repeat(63), prefix: '' }],
  ['some/folder', { kind: 'folder', address: resolve('some/folder') }],
  ['/some/folder/', { kind: 'folder', address: '/some/folder' }],
  ['C:', { kind: 'folder', address: resolve('C:') }],
] as const)('%s can be published to and pulled from', (text, address) => {
  expect(PUBLISH_TO.parse(text)).toEqual(address)
  expect(PULL_FROM.parse(text)).toEqual(address)
})

test.each([
  ['https://example.org/prefix/', 'https://example.org/prefix'],
  ['HTTP://example.org', 'HTTP://example.org'],
  ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
])('%s can only be pulled from', (text, address) => {
  expect(PULL_FROM.parse(text)).toEqual({ kind: 'web', address })
  expect(() => PUBLISH_TO.parse(text)).toThrow('an address such as s3://bucket/prefix, or a folder')
})

test.each([
  'x9://bucket',
  's3://',
  's3://ab',
  's3://Bucket',
  's3://-bucket',
  's3://bucket-',
  `s3://${'b'.repeat(64)}`,
  's3://bucket/a//b',
  's3://bucket/../x',
  's3://bucket/x/..',
  's3://bucket/./x',
  's3://bucket/a b',
  's3://bucket/a?b',
  's3:bucket',
])('%s is refused as an address of a bucket', (text) => {
  expect(() => PULL_FROM.parse(text)).toThrow('an address such as s3://bucket/prefix')
})

test.each(['https://example.org/?a', 'https://example.org/#a', 'https:', 'http://a b'])('%s is refused', (text) => {
  expect(() => PULL_FROM.parse(text)).toThrow('an http or https address without a query')
})

test('other schemes are refused, and nothing is nothing', () => {
  expect(() => PULL_FROM.parse('ftp://example.org')).toThrow('an address such as s3://bucket/prefix, or a folder')
  expect([PULL_FROM.parse(''), PUBLISH_TO.parse('')]).toEqual([undefined, undefined])
})
