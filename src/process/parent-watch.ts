import { readFileSync } from 'node:fs'

/** What the system says of a process. */
export interface ProcessFacts {
  readonly parent: number
  /** The command line, arguments separated by blanks. */
  readonly command: string
}

/** Undefined for a process that is gone, or where the system never tells; `unreadable` where it cannot tell just now. */
export type ReadProcess = (pid: number) => ProcessFacts | 'unreadable' | undefined

/** A process and the parent that it has as long as nobody in between has died. */
export interface ParentLink {
  readonly pid: number
  readonly parent: number
}

/** What reading a process's file fails with that does not exist, or has just ended. */
const GONE: readonly unknown[] = ['ENOENT', 'ESRCH']

/** Reads Linux's /proc; elsewhere only the parent of this process is known. */
export const readProcess: ReadProcess = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold anything, so the fields are counted from the last parenthesis.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }
  } catch (error) {
    // No file descriptor or no memory left says nothing about the other process.
    if (!GONE.includes((error as NodeJS.ErrnoException).code)) return 'unreadable'
    return pid === process.pid ? { parent: process.ppid, command: '' } : undefined
  }
}

/** `npx bun run start` is npm, a shell, `bun run` and the server: three steps up from here. */
const MOST_LINKS = 3

function isNpm(command: string): boolean {
  return /^(np[mx]( |$)|\S*node\S* \S*\bnp[mx](-cli\.js)?( |$))/.test(command)
}

/**
 * The processes between this one and the package runner that started it. npm passes SIGTERM to its shell, which dies
 * of it without telling anyone; and a runner that is killed passes nothing on. So a server that was started by a
 * package script looks for itself whether all of them are still there. Undefined: one of them was gone already.
 */
export function parentLinks(
  pid: number,
  env: Readonly<Record<string, string | undefined>>,
  read: ReadProcess,
): readonly ParentLink[] | undefined {
  const links: ParentLink[] = []
  for (let current = pid; links.length < MOST_LINKS; ) {
    const facts = read(current)
    if (facts === undefined || facts === 'unreadable') break
    if (links.length > 0 && facts.parent === 0) break
    links.push({ pid: current, parent: facts.parent })
    const above = read(facts.parent)
    if (typeof above === 'object' && isNpm(above.command)) return links
    current = facts.parent
  }
  const isFromNpm = env.npm_config_npm_version !== undefined
  // The init process adopts orphans: `bun run` that hangs from it has lost the npm that started it.
  if (isFromNpm && links[1]?.parent === 1) return undefined
  return links.slice(0, 1)
}

/** True while every process of the chain is still the child of the one above it, as far as can be told. */
export function isParentAlive(links: readonly ParentLink[], read: ReadProcess): boolean {
  return links.every(({ pid, parent }) => {
    const facts = read(pid)
    return facts === 'unreadable' || facts?.parent === parent
  })
}
