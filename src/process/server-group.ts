import { EXIT_USAGE } from '../command-line/run-command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Observe } from '../observe.ts'
import { cannotListen, EXIT_WITH_PARENT_FLAG, SHARED_PORT_FLAG } from '../settings.ts'
import { createSwitchboard, type Sibling } from './siblings.ts'

/** What a server process tells the one that started it when it listens. */
export interface Listening {
  readonly port: number
  readonly startLine: string
}

export interface GroupOptions {
  /** How many server processes. */
  readonly servers: number
  /** What they listen on. */
  readonly host: string
  /** 0: a free one, which the first process finds for all. */
  readonly port: number
  /** The flags that the group was started with; the processes get them too, and its environment. */
  readonly args: readonly string[]
  readonly observe: Observe
}

/** Several server processes on one port. */
export interface Group {
  /** What the first process has to say of itself. */
  readonly startLine: string
  /** Has every process look for a newly published snapshot. One that is starting opens the newest anyway. */
  refresh(): void
  /** Ends all of them in order. */
  stop(reason: string): Promise<void>
}

/** The server processes do not come up; what kept them from it they have said themselves. */
export class GroupError extends Error {
  override readonly name = 'GroupError'
}

/** As GroupError, where they find no snapshot that can be served. */
export class NoSnapshotError extends GroupError {}

/** The exit code of a server process that finds none. */
const EXIT_NO_SNAPSHOT = 3

/** What keeps a group from starting one of whose processes ended with this exit code; that process has said more. */
function startFault(exitCode: number | null): Error {
  const message = 'one of its processes ended before it listened.'
  if (exitCode === EXIT_USAGE) return new UsageError(message)
  return exitCode === EXIT_NO_SNAPSHOT ? new NoSnapshotError(message) : new GroupError(message)
}

/** The pause before a process is replaced that ended unasked; it doubles with each that does not live long. */
const FIRST_RESTART_MS = 100
const MAX_RESTART_MS = 10_000
/** A process that lived so long is not the sequel of the trouble before. */
const HEALTHY_MS = 30_000

interface Member {
  readonly child: Bun.Subprocess
  readonly listening: Promise<Listening>
  /** Before that a signal could end it. */
  isListening(): boolean
}

function isListening(message: unknown): message is Listening {
  return typeof message === 'object' && message !== null && 'port' in message && 'startLine' in message
}

/** Tells the process that started this one that it listens, and ends this one when that is gone. */
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
  // Whether the package runner is still there is for the group to see; its processes watch the group.
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
 * Throws where something else listens already. The processes would not notice if that were another group: whoever wants to
 * share a port may share it with any process of the same user, and half of the requests would go to each.
 */
async function checkPort(host: string, port: number): Promise<void> {
  try {
    await Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response() }).stop(true)
  } catch (cause) {
    throw await cannotListen(host, port, cause)
  }
}

/**
 * Starts server processes that share a port: the system hands each connection to one of them (SO_REUSEPORT). One that ends is
 * replaced. Rejects with a PortInUseError where the port is taken, and with a GroupError where they do not come up; what went
 * wrong they have said themselves.
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

  /** Watches a process that has listened, and replaces it. */
  const follow = async (member: Member): Promise<void> => {
    const startMs = performance.now()
    await member.child.exited
    members.delete(member)
    if (isStopping) return
    failures = performance.now() - startMs > HEALTHY_MS ? 0 : failures
    const restartMs = Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** failures)
    failures += 1
    const { pid, exitCode, signalCode } = member.child
    observe({ kind: 'server_ended', pid, exitCode, signal: signalCode === null ? null : String(signalCode), restartMs })
    await Bun.sleep(restartMs)
    await replace()
  }

  /** Starts another process, as often as it takes. */
  const replace = async (): Promise<void> => {
    while (!isStopping) {
      try {
        void follow(add())
        return
      } catch (error) {
        const restartMs = Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** failures)
        failures += 1
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
