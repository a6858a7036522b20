import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SnapshotError } from '../store/snapshot-error.ts'
import type { CheckResult } from './check-result.ts'
import { verifySnapshot } from './verify.ts'

const DEFAULT_PAGES = '200'

const USAGE = `Usage: bun run verify [--data DIR] [--pages N]

Checks a snapshot: every file by its hash, and every column, order, export and insight against SQL over the catalogue.

  --data DIR   where the snapshot is (or DATA_DIR); default: dist-data
  --pages N    random pages of each table to compare with SQL; default: ${DEFAULT_PAGES}

Exit codes: 0 all is well; 1 something differs, or the snapshot cannot be opened; 2 a flag that cannot be used.`

const REDRAW_MS = 100
const CLEAR_LINE = '\r\u001b[2K'

const { stdout, stderr } = process

/** A flag that cannot be used. */
class UsageError extends Error {}

function readFlags() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        pages: { type: 'string', default: DEFAULT_PAGES },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readArguments(): { readonly dataDir: string; readonly pages: number } | undefined {
  const values = readFlags()
  if (values.help === true) return undefined
  if (!/^\d{1,6}$/.test(values.pages))
    throw new UsageError(`--pages must be a whole number, but it is "${values.pages}".`)
  const dataDir = values.data || process.env.DATA_DIR || join(import.meta.dir, '../../dist-data')
  return { dataDir, pages: Number(values.pages) }
}

async function run(dataDir: string, pages: number): Promise<number> {
  let differing = 0
  let drawnMs = 0
  const clear = (): string => (stdout.isTTY ? CLEAR_LINE : '')
  const onFinding = (finding: CheckResult): void => {
    differing += finding.differing
    const verdict = finding.differing === 0 ? 'ok' : `${finding.differing.toLocaleString('en')} differ`
    stdout.write(`${clear()}${finding.check}: ${verdict} (${finding.figures})\n`)
    for (const difference of finding.differences) stdout.write(`  ${difference}\n`)
  }
  const onProgress = (check: string, done: number, total: number): void => {
    const now = performance.now()
    if (!stdout.isTTY || now - drawnMs < REDRAW_MS) return
    drawnMs = now
    stdout.write(`${CLEAR_LINE}${check} ${done.toLocaleString('en')} / ${total.toLocaleString('en')}`)
  }
  const startMs = performance.now()
  const { snapshotId } = await verifySnapshot({ dataDir, pages, onFinding, onProgress })
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const verdict = differing === 0 ? 'is sound' : 'is not what SQL says'
  stdout.write(`Snapshot ${snapshotId} ${verdict}; checked in ${seconds} s\n`)
  return differing === 0 ? 0 : 1
}

try {
  const wanted = readArguments()
  if (wanted === undefined) stdout.write(`${USAGE}\n`)
  else process.exitCode = await run(wanted.dataDir, wanted.pages)
} catch (error) {
  const isUsage = error instanceof UsageError
  const isExpected = isUsage || error instanceof SnapshotError || (error instanceof Error && 'syscall' in error)
  const message = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  stderr.write(`Verification failed: ${message}\n`)
  process.exitCode = isUsage ? 2 : 1
}
