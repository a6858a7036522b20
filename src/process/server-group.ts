import { EXIT_NO_SNAPSHOT, EXIT_USAGE } from '../command-line/run-command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Observe } from '../observe.ts'
import { EXIT_WITH_PARENT_FLAG, listenError, SHARED_PORT_FLAG } from '../settings.ts'
import { createSwitchboard, type Sibling } from './siblings.ts'

/** The message with which a server process tells its parent that it listens. */
export interface Listening {
  readonly port: number
  readonly startLine: string
}

export interface GroupOptions {
  /** Number of server processes. */
  readonly servers: number
  /** The host that they listen on. */
  readonly host: string
  /** 0: a free port, which the first process picks for all. */
  readonly port: number
  /** The flags of the group; its processes inherit them, as well as its environment. */
  readonly args: readonly string[]
  readonly observe: Observe
}

/** Several server processes on one port. */
export interface Group {
  /** The first process's start message. */
  readonly startLine: string
  /** Makes every process check for a newly published snapshot. A starting process opens the newest one anyway. */
  refresh(): void
  /** Stops all processes in order. */
  stop(reason: string): Promise<void>
}

/** The server processes failed to start; they have already reported the reason. */
export class GroupError extends Error {
  override readonly name = 'GroupError'
}

/** As GroupError, if there is no snapshot that can be served. */
export class NoSnapshotError extends GroupError {}

/**
 * The error of a group that cannot start because a process ended with this exit code; that process has reported
 * details.
 */
function startFault(exitCode: number | null): Error {
  const message = 'one of its processes ended before it listened.'
  if (exitCode === EXIT_USAGE) return new UsageError(message)
  return exitCode === EXIT_NO_SNAPSHOT ? new NoSnapshotError(message) : new GroupError(message)
}

/**
 * The pause before a process that exited unexpectedly is replaced; it doubles with each process that does not live
 * long.
 */
const FIRST_RESTART_MS = 100
const MAX_RESTART_MS = 10_000
/** A process that ran at least this long resets the restart delay. */
const HEALTHY_MS = 30_000

interface Member {
  readonly child: Bun.Subprocess
  readonly listening: Promise<Listening>
  /** Until then, a signal could end the process. */
  isListening(): boolean
}

function isListening(message: unknown): message is Listening {
  return typeof message === 'object' && message !== null && 'port' in message && 'startLine' in message
}

/** Tells the parent process that this one listens, and ends this one when the parent is gone. */
export function reportListening(listening: Listening): void {
  const end = (): boolean => process.kill(process.pid, 'SIGTERM')
  process.on('disconnect', end)
  if (process.connected !== true) end()
  process.send?.(listening)
}

function startMember(
  args: readonly string[],
  port: number,
  onMessage: (from: Sibling, message: unknown) => void,
): Member {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>()
  promise.catch(() => {})
  let isUp = false
  const own = ['--servers', '1', '--port', `${port}`, `--${SHARED_PORT_FLAG}`]
  // The group watches the package runner; its processes watch only the group.
  const passed = args.filter((arg) => arg !== `--${EXIT_WITH_PARENT_FLAG}`)
  const child = Bun.spawn([process.execPath, ...process.execArgv, Bun.main, ...passed, ...own], {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: (message, from) => {
      onMessage(from, message)
      if (!isListening(message)) return
      isUp = true
      resolve(message)
    },
    onExit: (_, exitCode) => reject(startFault(exitCode)),
  })
  return { child, listening: promise, isListening: () => isUp }
}

/**
 * Throws if the port is already in use. The processes would not notice another group: a socket that shares its port
 * shares it with any process of the same user, and each group would get half of the requests.
 */
async function checkPort(host: string, port: number): Promise<void> {
  try {
    await Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() }).stop(true)
  } catch (cause) {
    throw await listenError(host, port, cause)
  }
}

/**
 * Starts server processes that share a port: the system assigns each connection to one of them (SO_REUSEPORT). A
 * process that exits is replaced. Rejects with a PortInUseError if the port is in use, and with a GroupError if the
 * processes fail to start, after they have reported the reason.
 */
export async function startServerGroup({ servers, host, port, args, observe }: GroupOptions): Promise<Group> {
  if (port !== 0) await checkPort(host, port)
  const members = new Set<Member>()
  let sharedPort = port
  let failures = 0
  let isStopping = false

  const add = (): Member => {
    const member = startMember(args, sharedPort, (from, message) => switchboard.take(from, message))
    members.add(member)
    return member
  }
  const switchboard = createSwitchboard(() =>
    [...members].filter((member) => member.isListening()).map(({ child }) => child),
  )

  const nextPauseMs = (): number => Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** failures++)

  /** Watches a listening process, and replaces it when it exits. */
  const follow = async (member: Member): Promise<void> => {
    const startMs = performance.now()
    await member.child.exited
    members.delete(member)
    if (isStopping) return
    failures = performance.now() - startMs > HEALTHY_MS ? 0 : failures
    const restartMs = nextPauseMs()
    const { pid, exitCode, signalCode } = member.child
    observe({ kind: 'server_ended', pid, exitCode, signal: signalCode === null ? null : String(signalCode), restartMs })
    await Bun.sleep(restartMs)
    await replace()
  }

  /** Starts a replacement process, retrying until one listens. */
  const replace = async (): Promise<void> => {
    while (!isStopping) {
      try {
        void follow(add())
        return
      } catch (error) {
        const restartMs = nextPauseMs()
        observe({ kind: 'server_not_started', detail: String(error), restartMs })
        await Bun.sleep(restartMs)
      }
    }
  }

  const refresh = (): void => {
    for (const member of members) if (member.isListening()) member.child.kill('SIGHUP')
  }
  const stop = async (): Promise<void> => {
    isStopping = true
    for (const { child } of members) child.kill('SIGTERM')
    await Promise.all([...members].map(({ child }) => child.exited))
  }

  try {
    const first = await add().listening
    sharedPort = first.port
    await Promise.all(Array.from({ length: servers - 1 }, () => add().listening))
    for (const member of members) void follow(member)
    return { startLine: first.startLine, refresh, stop }
  } catch (error) {
    await stop()
    throw error instanceof GroupError || error instanceof UsageError
      ? error
      : new GroupError(`a process could not be started: ${error}.`)
  }
}
