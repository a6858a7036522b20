import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startRenamingProxy } from '../fixtures/servers/renaming-proxy.ts'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'

const ROOT = join(import.meta.dir, '../..')
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Scenarios of the conformance suite that need nothing but a server. */
const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

/** Scenarios that use what the suite's own example server has, and that a proxy leads to the like of it here. */
const TRANSLATED = [
  'tools-call-simple-text',
  'tools-call-error',
  'resources-read-text',
  'prompts-get-simple',
  'prompts-get-with-args',
]

const ONLY_TEXT = 'is about images, sound, files or mixtures as content, and what this endpoint sends is text and JSON'
const NO_STREAMS = 'is about messages before the result, and this endpoint answers each request with one JSON document'
const ASKS_NOTHING = 'asks the client for something while a tool runs, and no tool here does'
const NOTHING_CHANGES = 'subscribes to a resource, and nothing changes here while it is served'

/** Scenarios that are about something that this endpoint does not have, with the reason. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'logging-set-level': 'sets a log level, and this endpoint sends no log messages',
  'completion-complete': 'completes an argument, and this endpoint offers no completions',
  'tools-call-image': ONLY_TEXT,
  'tools-call-audio': ONLY_TEXT,
  'tools-call-embedded-resource': ONLY_TEXT,
  'tools-call-mixed-content': ONLY_TEXT,
  'resources-read-binary': ONLY_TEXT,
  'prompts-get-embedded-resource': ONLY_TEXT,
  'prompts-get-with-image': ONLY_TEXT,
  'tools-call-with-logging': NO_STREAMS,
  'tools-call-with-progress': NO_STREAMS,
  'server-sse-polling': NO_STREAMS,
  'server-sse-multiple-streams': NO_STREAMS,
  'tools-call-sampling': ASKS_NOTHING,
  'tools-call-elicitation': ASKS_NOTHING,
  'elicitation-sep1034-defaults': ASKS_NOTHING,
  'elicitation-sep1330-enums': ASKS_NOTHING,
  'json-schema-2020-12': 'looks for keywords of one dialect of JSON Schema, and no schema here needs them',
  'resources-templates-read': 'looks for the number 123 in what a template gives, and no name here is a number',
  'resources-subscribe': NOTHING_CHANGES,
  'resources-unsubscribe': NOTHING_CHANGES,
}

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server.stop())

/** Runs the suite's command line in Bun: it needs a newer Node than some machines have. */
async function suite(...args: readonly string[]): Promise<{ readonly exitCode: number; readonly output: string }> {
  const child = Bun.spawn([process.execPath, SUITE, ...args], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, output: out + err }
}

test('every scenario of the suite is either passed or known not to apply', async () => {
  const { output } = await suite('list', '--server')
  const scenarios = [...output.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name]) => name!)
  expect(scenarios.sort()).toEqual([...APPLICABLE, ...TRANSLATED, ...Object.keys(NOT_APPLICABLE)].sort())
})

async function passes(url: string, scenario: string): Promise<void> {
  const { exitCode, output } = await suite('server', '--url', url, '--scenario', scenario)
  expect(output).toMatch(/Passed: ([1-9][0-9]*)\/\1, 0 failed/)
  expect(exitCode).toBe(0)
}

test.each(APPLICABLE)('the scenario %s passes against the running server', (scenario) =>
  passes(`${server.url}/mcp`, scenario),
)

test.each(TRANSLATED)('the scenario %s passes with the names of what is here', async (scenario) => {
  const proxy = startRenamingProxy(server.url)
  try {
    await passes(proxy.url, scenario)
  } finally {
    await proxy.stop()
  }
})
