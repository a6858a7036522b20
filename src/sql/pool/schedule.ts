/** Running time up to which a query is short, in milliseconds; short queries go before all longer ones. */
export const SHORT_MS = 100
/** Running time after which the processor time of a query is first read: most queries end before, and a reading takes 3 µs. */
export const FIRST_READING_MS = 10
/** Running time up to which a query is medium; medium queries go before longer ones of the same client. */
export const MEDIUM_MS = 1_000
/** Maximum lead in running time of one client over another before their longer queries change places. */
export const SLICE_MS = 1_000
/** Maximum interval between scheduling checks while any query waits or runs, in milliseconds. */
const TICK_MS = 250

/** A query as the schedule sees it. */
export interface Schedulable {
  readonly state: 'waiting' | 'running' | 'paused'
  /** Running time in milliseconds, including attempts abandoned to make room. */
  readonly ranMs: number
  /** Running time of the current attempt, in milliseconds. */
  readonly executedMs: number
  /** Clients that wait for the query: usually one, several if they sent the same query. Never empty. */
  readonly clients: ReadonlySet<string>
}

/** Resources that the queries compete for. */
export interface Capacity<Job> {
  /** Maximum number of queries that run at the same time. */
  readonly slots: number
  /** Processes that are ready for a query. */
  readonly idle: number
  /** True if longer queries have waited so long that one of them goes first once. */
  readonly isLongDue: boolean
  /** Running time that a client has used, in milliseconds. */
  readonly usedMs: (client: string) => number
  /** True for the clients whose longer queries were selected last time. */
  readonly isInPlace: (client: string) => boolean
  /** The longer query that goes before all other longer ones. */
  readonly first: Job | undefined
}

/** The queries selected to run next. */
export interface Runs<Job> {
  readonly chosen: ReadonlySet<Job>
  /** Clients of the longer queries that run, or would run without the short ones. */
  readonly places: ReadonlySet<string>
}

const NO_PLACES: ReadonlySet<string> = new Set()

/** 0 for a short query, 1 for a medium one, 2 for a long one. */
export function levelOf({ ranMs }: Pick<Schedulable, 'ranMs'>): 0 | 1 | 2 {
  if (ranMs < SHORT_MS) return 0
  return ranMs < MEDIUM_MS ? 1 : 2
}

/**
 * Selects the queries that run next, at most `slots`, from all queries in order of arrival. Short ones go first, divided evenly
 * among clients; every query is short until it has run for SHORT_MS. The remaining slots are divided evenly among clients as
 * well, each client's shorter queries first. A client keeps its place, even while short queries run in it, until it is SLICE_MS
 * ahead of another: changing places at every turn would have no benefit. A waiting query needs an idle process; the last one is
 * reserved for clients that have no running query, so that a new client never waits for a process to start.
 */
export function chooseRuns<Job extends Schedulable>(
  jobs: readonly Job[],
  { slots, idle, isLongDue, usedMs, isInPlace, first }: Capacity<Job>,
): Runs<Job> {
  const chosen = new Set<Job>()
  const taken = new Map<string, number>()
  const short: Job[] = []
  const longer: Job[] = []
  for (const job of jobs) (levelOf(job) === 0 ? short : longer).push(job)
  let free = idle
  /** Clients with a query that runs, is paused or is selected; determined when it matters. */
  let inProgress: Set<string> | undefined

  const least = (clients: ReadonlySet<string>, measure: (client: string) => number): number => {
    let found = Number.POSITIVE_INFINITY
    for (const client of clients) found = Math.min(found, measure(client))
    return found
  }
  const takenBy = ({ clients }: Job): number => least(clients, (client) => taken.get(client) ?? 0)
  const isInProgress = (client: string): boolean => {
    inProgress ??= new Set(jobs.flatMap((job) => (job.state !== 'waiting' || chosen.has(job) ? [...job.clients] : [])))
    return inProgress.has(client)
  }
  const hasProcess = ({ state, clients }: Job): boolean =>
    state !== 'waiting' || free > 1 || (free === 1 && ![...clients].every(isInProgress))

  const take = (job: Job): void => {
    chosen.add(job)
    for (const client of job.clients) {
      taken.set(client, (taken.get(client) ?? 0) + 1)
      inProgress?.add(client)
    }
    if (job.state === 'waiting') free -= 1
  }
  /** The first by `compare` of the candidates that are not selected and can run; the oldest of equal ones. */
  const bestOf = (candidates: readonly Job[], compare: (a: Job, b: Job) => number): Job | undefined => {
    let best: Job | undefined
    for (const job of candidates)
      if (!chosen.has(job) && hasProcess(job) && (best === undefined || compare(job, best) < 0)) best = job
    return best
  }
  /** Selects up to `most` of the candidates, in the order of `compare`. */
  const fill = (candidates: readonly Job[], most: number, compare: (a: Job, b: Job) => number): void => {
    for (let left = most; left > 0 && chosen.size < slots; left -= 1) {
      const best = bestOf(candidates, compare)
      if (best === undefined) return
      take(best)
    }
  }

  const spent = ({ clients }: Job): number =>
    least(clients, (client) => usedMs(client) - (isInPlace(client) ? SLICE_MS : 0))
  const byShare = (a: Job, b: Job): number =>
    Number(b === first) - Number(a === first) ||
    takenBy(a) - takenBy(b) ||
    spent(a) - spent(b) ||
    levelOf(a) - levelOf(b) ||
    Number(a.state === 'waiting') - Number(b.state === 'waiting')
  if (isLongDue) fill(longer, 1, byShare)
  // Running short queries are not interrupted: they end, or are no longer short, in less than SHORT_MS.
  for (const job of short) if (job.state === 'running' && chosen.size < slots) take(job)
  fill(short, slots, (a, b) => takenBy(a) - takenBy(b))
  // Most of the time there are none.
  if (longer.length === 0) return { chosen, places: NO_PLACES }
  fill(longer, slots, byShare)

  const inPlace = longer.filter((job) => chosen.has(job))
  const interrupted = longer.filter((job) => job.state !== 'waiting' && !chosen.has(job)).sort(byShare)
  inPlace.push(...interrupted.slice(0, slots - inPlace.length))
  return { chosen, places: new Set(inPlace.flatMap(({ clients }) => [...clients])) }
}

/**
 * The paused query whose process is ended if there are too many: the one whose current attempt has run least, because that work
 * is lost, of the client that has most paused queries.
 */
export function chooseEviction<Job extends Schedulable>(paused: readonly Job[]): Job | undefined {
  const held = new Map<string, number>()
  for (const { clients } of paused) for (const client of clients) held.set(client, (held.get(client) ?? 0) + 1)
  const most = ({ clients }: Job): number => Math.max(...Array.from(clients, (client) => held.get(client)!))
  return paused.toSorted(
    (a, b) => Number(levelOf(a) === 0) - Number(levelOf(b) === 0) || most(b) - most(a) || a.executedMs - b.executedMs,
  )[0]
}

/**
 * The waiting query that is rejected if there is one too many: the newest of the client that has most of them; if several clients
 * have equally many, the newest of all, which has just arrived.
 */
export function chooseRefusal<Job extends Schedulable>(waiting: readonly Job[]): Job | undefined {
  const counts = new Map<string, number>()
  for (const { clients } of waiting) for (const client of clients) counts.set(client, (counts.get(client) ?? 0) + 1)
  const countOf = ({ clients }: Job): number => Math.min(...Array.from(clients, (client) => counts.get(client)!))
  return waiting.reduce<Job | undefined>(
    (worst, job) => (worst === undefined || countOf(job) >= countOf(worst) ? job : worst),
    undefined,
  )
}

/**
 * Time until the next check, in whole milliseconds: when the processor time of a running query is first read, or it stops being
 * short or medium, or exceeds its time.
 */
export function nextCheckMs<Job extends Schedulable>(jobs: Iterable<Job>, timeoutOf: (job: Job) => number): number {
  let ms = TICK_MS
  for (const job of jobs) {
    if (job.state !== 'running') continue
    const { ranMs, executedMs } = job
    const levelMs = ranMs < SHORT_MS ? SHORT_MS - ranMs : ranMs < MEDIUM_MS ? MEDIUM_MS - ranMs : TICK_MS
    const readingMs = executedMs < FIRST_READING_MS ? FIRST_READING_MS - executedMs : TICK_MS
    ms = Math.min(ms, levelMs, readingMs, timeoutOf(job) - executedMs)
  }
  return Math.max(1, Math.ceil(ms))
}
