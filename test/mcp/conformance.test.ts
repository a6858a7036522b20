import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startServer, type TestServer } from '../fixtures/test-server.ts'

const ROOT = join(import.meta.dir, '../..')
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Scenarios of the conformance suite that this endpoint must pass. */
const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

const EXAMPLE_TOOL = 'calls a tool of the suite’s own example server, which no other server has'
const EXAMPLE_RESOURCE = 'reads a resource of the suite’s own example server, which no other server has'
const EXAMPLE_PROMPT = 'gets a prompt of the suite’s own example server, which no other server has'
const NO_STREAMS = 'is about streams of events, and this endpoint answers each request with one JSON document'

/** Scenarios that are about something that this endpoint does not have, with the reason. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'logging-set-level': 'sets a log level, and this endpoint sends no log messages',
  'completion-complete': 'completes an argument, and this endpoint offers no completions',
  'tools-call-simple-text': EXAMPLE_TOOL,
  'tools-call-image': EXAMPLE_TOOL,
  'tools-call-audio': EXAMPLE_TOOL,
  'tools-call-embedded-resource': EXAMPLE_TOOL,
  'tools-call-mixed-content': EXAMPLE_TOOL,
  'tools-call-with-logging': EXAMPLE_TOOL,
  'tools-call-error': EXAMPLE_TOOL,
  'tools-call-with-progress': EXAMPLE_TOOL,
  'tools-call-sampling': EXAMPLE_TOOL,
  'tools-call-elicitation': EXAMPLE_TOOL,
  'json-schema-2020-12': EXAMPLE_TOOL,
  'elicitation-sep1034-defaults': EXAMPLE_TOOL,
  'elicitation-sep1330-enums': EXAMPLE_TOOL,
  'server-sse-polling': NO_STREAMS,
  'server-sse-multiple-streams': NO_STREAMS,
  'resources-read-text': EXAMPLE_RESOURCE,
  'resources-read-binary': EXAMPLE_RESOURCE,
  'resources-templates-read': EXAMPLE_RESOURCE,
  'resources-subscribe': 'subscribes to a resource, and nothing changes here while it is served',
  'resources-unsubscribe': 'subscribes to a resource, and nothing changes here while it is served',
  'prompts-get-simple': EXAMPLE_PROMPT,
  'prompts-get-with-args': EXAMPLE_PROMPT,
  'prompts-get-embedded-resource': EXAMPLE_PROMPT,
  'prompts-get-with-image': EXAMPLE_PROMPT,
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
  expect(scenarios.sort()).toEqual([...APPLICABLE, ...Object.keys(NOT_APPLICABLE)].sort())
})

test.each(APPLICABLE)(
  'the scenario %s passes against the running server',
  async (scenario) => {
    const { exitCode, output } = await suite('server', '--url', `${server.url}/mcp`, '--scenario', scenario)
    expect(output).toMatch(/Passed: ([1-9][0-9]*)\/\1, 0 failed/)
    expect(exitCode).toBe(0)
  },
  20_000,
)
