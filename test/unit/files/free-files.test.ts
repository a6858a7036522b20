import { expect } from 'bun:test'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

const MODULE = Bun.fileURLToPath(new URL('../../../src/files/free-files.ts', import.meta.url))

/** In a process that may open 100 files: for each number of files, what the check throws; and how many files are left open. */
const PROGRAM = `
import { readdirSync } from 'node:fs'
import { checkFreeFiles } from ${JSON.stringify(MODULE)}
const open = () => readdirSync('/proc/self/fd').length
const before = open()
const outcomes = [undefined, 40, 100, 1_000].map((count) => {
  try {
    checkFreeFiles(count)
    return 'free'
  } catch (error) {
    return error.code
  }
})
console.log(JSON.stringify({ outcomes, left: open() - before }))
`

skipUnless(hasProc, NO_PROC).test('a check of free files leaves none open, whether it passes or fails', async () => {
  const args = ['sh', '-c', 'ulimit -n 100 && exec "$0" -e "$1"', process.execPath, PROGRAM]
  const child = Bun.spawn(args, { stdout: 'pipe', stderr: 'inherit' })
  expect(await new Response(child.stdout).json()).toEqual({ outcomes: ['free', 'free', 'EMFILE', 'EMFILE'], left: 0 })
})
