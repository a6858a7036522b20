import { type Command, EXIT_NO_SNAPSHOT, runCommand } from './command-line/run-command.ts'
import type { Env } from './command-line/setting.ts'
import { printable } from './core/text/printable.ts'
import { TABLE_NAMES } from './format/table.ts'
import { datesInWords, tableDates } from './format/table-dates.ts'
import { createObserver, type Observe } from './observe.ts'
import { isParentAlive, parentLinks, readProcess } from './process/parent-watch.ts'
import { type PullLoop, startPullLoop } from './process/pull-loop.ts'
import { GroupError, NoSnapshotError, reportListening, startServerGroup } from './process/server-group.ts'
import { noSiblings, siblingsThroughParent } from './process/siblings.ts'
import { jobsFolder } from './server/jobs-folder.ts'
import { listen, type RunningServer } from './server/listen.ts'
import { helpText, PortInUseError, readCommandLine, type Settings } from './settings.ts'
import { readManifest } from './store/read-manifest.ts'
import { SnapshotError } from './store/snapshot-error.ts'
import { groupedDigits } from './units/typeset-numbers.ts'

/** Deadline for ending the process after a signal. */
const GIVE_UP_MS = 4_800

/** How often a server started by a package script checks that this script is still running. */
const PARENT_CHECK_MS = 250

function startLine({ url, manifest }: Pick<RunningServer, 'url' | 'manifest'>): string {
  const { snapshotId, tables, furtherTables } = manifest
  const rows = TABLE_NAMES.map((name) => `${name} ${groupedDigits(tables[name].rows)} rows`).join(', ')
  const others = Object.keys(furtherTables).length
  const further = others === 0 ? '' : `, ${others} further ${others === 1 ? 'table' : 'tables'}`
  return printable(
    `Listening on ${url}: snapshot ${snapshotId}, ${rows}${further}, ${datesInWords(tableDates(tables))}`,
  )
}

/** Shuts down in order at the first signal; if something hangs, the process still exits within five seconds. */
function shutDownOnSignal(server: Pick<RunningServer, 'stop'>, exitsWithParent: boolean): void {
  const end = async (reason: string): Promise<void> => {
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref()
    await server.stop(reason)
    process.exit(0)
  }
  let isEnding = false
  const once = (reason: string): void => {
    if (isEnding) return
    isEnding = true
    void end(reason)
  }
  process.on('SIGTERM', () => once('SIGTERM'))
  process.on('SIGINT', () => once('SIGINT'))
  if (!exitsWithParent) return
  const links = parentLinks(process.pid, process.env, readProcess)
  if (links === undefined) {
    once('the process that started it has ended')
    return
  }
  setInterval(() => {
    if (!isParentAlive(links, readProcess)) once('the process that started it has ended')
  }, PARENT_CHECK_MS).unref()
}

/** Logs uncaught errors from now on and keeps the service running. */
function outliveErrors(observe: Observe): void {
  process.on('uncaughtException', (error) => observe({ kind: 'unhandled', error }))
  process.on('unhandledRejection', (error) => observe({ kind: 'unhandled', error }))
}

/**
 * Pulls snapshots from a storage, if one is configured. Resolves once there is a snapshot to serve, or none could be
 * pulled; opening it then reports the error.
 */
async function pullSnapshots({ pullFrom, dataDir, pollS }: Settings, observe: Observe): Promise<PullLoop | undefined> {
  if (pullFrom === undefined) return undefined
  const loop = startPullLoop({ from: pullFrom.address, dataDir, pollS, observe })
  const isThere = await readManifest(dataDir).then(
    () => true,
    () => false,
  )
  if (!isThere) await loop.first
  return loop
}

/** The jobs folder shared by the processes of a group, if the settings name none. */
async function sharedJobs(
  settings: Settings,
  observe: Observe,
): Promise<{ readonly args: readonly string[]; remove(): Promise<void> }> {
  const nothing = { args: [], remove: async () => {} }
  if (settings.jobsDir !== '') return nothing
  try {
    const folder = await jobsFolder(settings)
    return folder === undefined ? nothing : { args: ['--jobs-dir', folder.dir], remove: folder.remove }
  } catch (error) {
    observe({ kind: 'jobs_unavailable', detail: error instanceof Error ? error.message : String(error) })
    return { ...nothing, args: ['--jobs-dir', 'off'] }
  }
}

async function serve(args: readonly string[], env: Env): Promise<undefined> {
  const { settings, exitsWithParent, sharesPort } = readCommandLine(env, args)
  // Registered at once, since an unhandled signal would end the process. A starting server can ignore it: it opens the
  // newest snapshot anyway.
  let reloadSnapshot = (): void => {}
  process.on('SIGHUP', () => reloadSnapshot())
  // If the log reader is gone or the disk is full, lines are lost; without this listener, the process would exit.
  process.stderr.on('error', () => {})
  process.stdout.on('error', () => {})
  const { observe, counters } = createObserver(
    settings.logLevel,
    (line) => process.stderr.write(line),
    () => new Date(),
  )
  // If there are several server processes, only their parent pulls snapshots.
  const pulls = sharesPort ? undefined : await pullSnapshots(settings, observe)
  const whileServing = (server: Pick<RunningServer, 'stop'>): Pick<RunningServer, 'stop'> => ({
    stop(reason) {
      pulls?.stop()
      return server.stop(reason)
    },
  })
  if (settings.servers > 1) {
    const { servers, host, port } = settings
    const jobs = await sharedJobs(settings, observe)
    const group = await startServerGroup({ servers, host, port, args: [...args, ...jobs.args], observe })
    outliveErrors(observe)
    const stop = (reason: string): Promise<void> => group.stop(reason).then(jobs.remove)
    shutDownOnSignal(whileServing({ stop }), exitsWithParent)
    reloadSnapshot = () => group.refresh()
    process.stdout.write(`${group.startLine}, ${servers} server processes\n`)
    return undefined
  }
  const siblings = sharesPort ? siblingsThroughParent() : noSiblings()
  const server = await listen({ settings, observe, counters, sharesPort, siblings })
  outliveErrors(observe)
  shutDownOnSignal(whileServing(server), exitsWithParent)
  reloadSnapshot = () => void server.refresh('SIGHUP')
  if (sharesPort) reportListening({ port: server.port, startLine: startLine(server) })
  else process.stdout.write(`${startLine(server)}\n`)
  return undefined
}

const COMMAND: Command = {
  failure: 'The server did not start',
  help: helpText,
  success: 'ended by a signal',
  faults: [PortInUseError, GroupError],
  outcomes: [
    { exitCode: EXIT_NO_SNAPSHOT, meaning: 'no snapshot that can be served', errors: [SnapshotError, NoSnapshotError] },
  ],
  run: serve,
}

const exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
if (exitCode !== 0) process.exit(exitCode)
