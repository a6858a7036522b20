import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Observation } from '../../../src/observe.ts'
import { type PullLoop, type PullLoopOptions, startPullLoop } from '../../../src/process/pull-loop.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'
import { watchTimers } from '../../fixtures/watch-timers.ts'

let loop: PullLoop | undefined
afterEach(() => loop?.stop())

/** A loop whose pulls are runs of a shell script, in the folder that is pulled into; "$n" is the number of the run. */
async function loopOf(script: string, options: Partial<PullLoopOptions> = {}) {
  const dataDir = await temporaryFolder()
  const path = join(await temporaryFolder(), 'pull.sh')
  await Bun.write(path, `cd "$4"\nn=$(($(cat runs 2> /dev/null || echo 0) + 1))\necho $n > runs\n${script}\n`)
  const seen: Observation[] = []
  const observe = (observation: Observation) => seen.push(observation)
  loop = startPullLoop({ from: 'a storage', dataDir, pollS: 0.01, observe, command: ['sh', path], ...options })
  const runs = async () => Number(await Bun.file(join(dataDir, 'runs')).text().catch(() => '0')) // biome-ignore format: one line
  const afterRuns = (count: number) => waitFor('pulls', async () => (await runs()) >= count || undefined)
  return { loop, seen, runs, afterRuns }
}

test('what is pulled is told, and that nothing has changed is not', async () => {
  const { loop, seen, afterRuns } = await loopOf(
    'if [ $n = 2 ]; then echo "Nothing has changed: keeping snapshot x."; else echo "some line"; echo "Snapshot $n is in."; fi',
  )
  await loop.first
  await afterRuns(4)
  expect(seen.slice(0, 2)).toEqual([
    { kind: 'snapshot_pulled', from: 'a storage', detail: 'Snapshot 1 is in.' },
    { kind: 'snapshot_pulled', from: 'a storage', detail: 'Snapshot 3 is in.' },
  ])
})

test('a failure is told once as long as it is the same, and again after a pull; that another one is at work, never', async () => {
  const { seen, afterRuns } = await loopOf(`case $n in
    1|2) echo "away" >&2; exit 4;;
    3) exit 5;;
    4) echo "away" >&2; exit 4;;
    5|6) exit 3;;
    7) echo "Nothing has changed.";;
    8) exit 3;;
    *) sleep 60;;
  esac`)
  await afterRuns(9)
  expect(seen.map((observation) => 'detail' in observation && observation.detail)).toEqual([
    'away',
    'The pull ended with exit code 3.',
    'The pull ended with exit code 3.',
  ])
})

test('a program that cannot be started is a failure', async () => {
  const { loop, seen } = await loopOf('', { command: ['/not/there'], pollS: 0 })
  await loop.first
  expect(seen).toEqual([
    { kind: 'snapshot_pull_failed', from: 'a storage', detail: expect.stringContaining('could not be started') },
  ])
})

test('a pull that is under way when the loop stops is ended, and says nothing; no timer is left', async () => {
  using timers = watchTimers()
  const { loop, seen, runs, afterRuns } = await loopOf('if [ $n = 2 ]; then exec sleep 60; fi; echo done')
  await afterRuns(2)
  const before = seen.length
  loop.stop()
  await Bun.sleep(50)
  expect([await runs(), seen.length]).toEqual([2, before])
  expect(timers.pending().filter((delay) => delay >= 9 && delay <= 11)).toEqual([])
})

test('a loop that stops between two pulls begins no more', async () => {
  using timers = watchTimers()
  const { loop, runs } = await loopOf('echo done', { pollS: 54 })
  await loop.first
  expect(timers.pending().some((delay) => delay >= 48_600 && delay <= 59_400)).toBe(true)
  loop.stop()
  expect(timers.pending().filter((delay) => delay >= 48_600 && delay <= 59_400)).toEqual([])
  expect(await runs()).toBe(1)
})
