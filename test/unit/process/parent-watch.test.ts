import { expect, test } from 'bun:test'
import {
  isParentAlive,
  type ProcessFacts,
  parentLinks,
  type ReadProcess,
  readProcess,
} from '../../../src/process/parent-watch.ts'

const NPM_ENV = { npm_config_npm_version: '11.0.0' }

function processes(facts: Record<number, ProcessFacts>): ReadProcess {
  return (pid) => facts[pid]
}

const UNDER_NPX: Record<number, ProcessFacts> = {
  1: { parent: 0, command: '/sbin/init' },
  10: { parent: 1, command: '-bash' },
  20: { parent: 10, command: 'npm exec bun@1.4.5 run start' },
  30: { parent: 20, command: "sh -c 'bun' run start" },
  40: { parent: 30, command: 'bun run start' },
  50: { parent: 40, command: 'bun src/main.ts' },
}

test('under npx the whole chain up to npm is watched, and nothing above it', () => {
  const links = parentLinks(50, NPM_ENV, processes(UNDER_NPX))!
  expect(links).toEqual([
    { pid: 50, parent: 40 },
    { pid: 40, parent: 30 },
    { pid: 30, parent: 20 },
  ])
  expect(isParentAlive(links, processes(UNDER_NPX))).toBe(true)
  expect(isParentAlive(links, processes({ ...UNDER_NPX, 20: { parent: 1, command: 'npm exec' } }))).toBe(true)
})

test.each([
  ['npm itself', { 30: { parent: 1, command: 'sh' } }],
  ['its shell', { 40: { parent: 1, command: 'bun run start' } }],
  ['bun run', { 50: { parent: 1, command: 'bun src/main.ts' } }],
])('the death of %s is noticed', (_, after) => {
  const links = parentLinks(50, NPM_ENV, processes(UNDER_NPX))!
  expect(isParentAlive(links, processes({ ...UNDER_NPX, ...after }))).toBe(false)
})

test('npm as the first process of a container is an owner like any other', () => {
  const inContainer: Record<number, ProcessFacts> = {
    1: { parent: 0, command: 'node /usr/lib/node_modules/npm/bin/npx-cli.js bun@1.4.5 run start' },
    7: { parent: 1, command: 'sh -c bun' },
    8: { parent: 7, command: 'bun run start' },
    9: { parent: 8, command: 'bun src/main.ts' },
  }
  expect(parentLinks(9, NPM_ENV, processes(inContainer))).toHaveLength(3)
})

test('without npm only the own parent counts, so that a closed terminal does not end a server', () => {
  const { 20: _npm, ...rest } = UNDER_NPX
  const byHand = { ...rest, 40: { parent: 10, command: 'bun run start' } }
  expect(parentLinks(50, {}, processes(byHand))).toEqual([{ pid: 50, parent: 40 }])
})

test('an npm that died while the snapshot was being built leaves no owner', () => {
  const orphaned = { ...UNDER_NPX, 40: { parent: 1, command: 'bun run start' } }
  expect(parentLinks(50, NPM_ENV, processes(orphaned))).toBeUndefined()
  expect(parentLinks(50, {}, processes(orphaned))).toEqual([{ pid: 50, parent: 40 }])
})

test('a system that cannot tell just now does not end the service', () => {
  const links = parentLinks(50, NPM_ENV, processes(UNDER_NPX))!
  expect(isParentAlive(links, () => 'unreadable')).toBe(true)
  expect(isParentAlive(links, () => undefined)).toBe(false)
})

test('the system tells the parent of this process, and nothing of one that does not exist', () => {
  expect(readProcess(process.pid)).toMatchObject({ parent: process.ppid })
  expect(readProcess(2 ** 30)).toBeUndefined()
})
