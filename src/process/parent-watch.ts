import { readFileSync } from 'node:fs'

/** A process as the system describes it. */
export interface ProcessFacts {
  readonly parent: number
  /** The command line, with arguments separated by blanks. */
  readonly command: string
}

/** Undefined if the process is gone, or if the system never provides this; `unreadable` if it temporarily cannot. */
export type ReadProcess = (pid: number) => ProcessFacts | 'unreadable' | undefined

/** A process and the parent that it has as long as no process in between has exited. */
export interface ParentLink {
  readonly pid: number
  readonly parent: number
}

/** Error codes for reading a file of a process that does not exist or has just ended. */
const GONE: readonly unknown[] = ['ENOENT', 'ESRCH']

/** Reads Linux's /proc; on other systems only the parent of this process is known. */
export const readProcess: ReadProcess = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses can contain anything, so fields are counted from the last parenthesis.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }
  } catch (error) {
    // A lack of file descriptors or memory does not mean that the other process is gone.
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
 * The processes between this one and the package runner that started it. npm passes SIGTERM only to its shell, which
 * exits without passing it on, and a killed runner passes nothing on. So a server started by a package script checks
 * itself whether all of them still exist. Undefined if one of them is already gone.
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
  // Orphans are adopted by the init process: a `bun run` whose parent is init has lost the npm that started it.
  if (isFromNpm && links[1]?.parent === 1) return undefined
  return links.slice(0, 1)
}

/** True while every process of the chain is still the child of the one above it, as far as can be determined. */
export function isParentAlive(links: readonly ParentLink[], read: ReadProcess): boolean {
  return links.every(({ pid, parent }) => {
    const facts = read(pid)
    return facts === 'unreadable' || facts?.parent === parent
  })
}
