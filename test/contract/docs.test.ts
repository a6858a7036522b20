import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { FORMAT_VERSION } from '../../src/format/manifest.ts'
import { anchorOf, blocksOf, cutAsShown, DOCS, headingsOf, pageAt, section, tableRows } from '../fixtures/docs/docs.ts'

const ROOT = join(import.meta.dir, '../..')

/** The languages of fenced blocks, and what tests them. A language without a test of its blocks does not belong here. */
const TESTED_LANGUAGES: Readonly<Record<string, string>> = {
  http: 'docs-examples.test.ts',
  sh: 'docs-examples.test.ts runs the curl commands; the scripts of other commands are looked up below',
  json: 'docs-examples.test.ts; in agents.md test/mcp/docs.test.ts',
  toml: 'test/mcp/docs.test.ts',
  sql: 'test/slow/sql/docs-sql.test.ts',
  adql: 'test/contract/adql-docs.test.ts',
  nginx: 'test/http/delivery/cache-in-front.test.ts',
  text: 'pictures, whose source folders are looked up below',
  mermaid: 'test/unit/layering.test.ts: written by `bun run docs`',
  duckdb: 'test/contract/whole-tables-docs.test.ts',
  python: 'test/contract/whole-tables-docs.test.ts, where Python has what it imports',
  trino: 'test/contract/whole-tables-docs.test.ts: names and types',
  crontab: 'the scripts that it runs are looked up below',
}

test('README stays short enough to be read as a whole', () => {
  expect(pageAt('README.md').text.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
})

test('links lead from README to every page of the documentation', () => {
  const reached = new Set(['README.md'])
  for (const path of reached)
    for (const [, target] of (DOCS.find((page) => page.path === path)?.text ?? '').matchAll(/\]\(([^)#\s]+\.md)/g))
      reached.add(join(dirname(path), target!))
  for (const { path } of DOCS) expect(reached, path).toContain(path)
})

test('every block of code is of a kind that is tested', () => {
  for (const { path, language, text } of blocksOf())
    expect(language in TESTED_LANGUAGES, `${path}: a block in "${language}": ${text.slice(0, 60)}`).toBe(true)
})

test('every script that the documentation runs exists', async () => {
  const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
  for (const { path, text } of DOCS) {
    for (const [command, name] of text.matchAll(/\bbun(?:@[\d.]+)? run ([\w:]+)/g))
      expect(name! in scripts, `${path}: ${command}`).toBe(true)
    for (const [command, file] of text.matchAll(/\bbun (?:test )?((?:src|build|test)\/[\w./-]+)/g))
      expect(existsSync(join(ROOT, file!)), `${path}: ${command}`).toBe(true)
  }
})

describe.each(DOCS.map(({ path, text }) => ({ path, text })))('$path', ({ path, text }) => {
  test('links to files and headings that exist', async () => {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue
      const [file = '', anchor] = target!.split('#')
      const linked = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file))
      expect(existsSync(join(ROOT, linked)), target).toBe(true)
      if (anchor === undefined) continue
      const headings = headingsOf(await Bun.file(join(ROOT, linked)).text())
      expect(
        headings.map(({ title }) => anchorOf(title)),
        target,
      ).toContain(anchor)
    }
  })

  test('names source files and folders that exist', () => {
    const planned = new Set(Array.from(text.matchAll(/a room `([^`]+)`/g), ([, room]) => room))
    for (const [named] of text.matchAll(/(?<![\w/.-])(?:src|build|test)\/[\w./-]*\w/g))
      if (![...planned].some((room) => named.startsWith(room!))) expect(existsSync(join(ROOT, named)), named).toBe(true)
  })

  test('has lines of a readable length, but for tables and code', () => {
    let isInBlock = false
    for (const line of text.split('\n')) {
      if (line.startsWith('```')) isInBlock = !isInBlock
      if (!isInBlock && !line.startsWith('|')) expect(line.length, line).toBeLessThanOrEqual(160)
    }
  })
})

test('the newest format version that is described is the one of the code', () => {
  expect(tableRows(section('Format versions'))[0]![0]).toBe(String(FORMAT_VERSION))
})

test('an answer is shown as it is, but for what the dots stand for', () => {
  const answer = { rows: [{ a: 1, b: 2 }, { a: 3 }, { a: 5 }], n: 3 }
  expect(cutAsShown(answer, answer)).toEqual(answer)
  for (const shown of [
    { rows: [{ a: 1, '…': '…' }, '…'], n: 3 },
    { n: 3, '…': '…' },
  ])
    expect(cutAsShown(answer, shown)).toEqual(shown)
  for (const wrong of [
    { rows: [{ a: 2, '…': '…' }, '…'], n: 3 },
    { rows: [{ a: 1 }, '…'], n: 3 },
    { rows: [{ a: 1, b: 2 }, { a: 3 }, { a: 5 }, '…'], n: 3 },
    { rows: [{ a: 1, b: 2 }, { a: 3, '…': '…' }, { a: 5 }], n: 3 },
    { n: 3 },
    { m: 3, '…': '…' },
  ])
    expect(cutAsShown(answer, wrong)).not.toEqual(wrong)
})
