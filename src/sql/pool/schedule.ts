/** How long a query counts as a short one, in milliseconds of running; until then it goes before all longer ones. */
export const SHORT_MS = 100
/** How long it then goes before longer ones of the same client. */
export const MEDIUM_MS = 1_000
/** How far one client may get ahead of another in running time before their longer queries change places. */
export const SLICE_MS = 1_000

/** A query as the schedule sees it. */
export interface Schedulable {
  readonly state: 'waiting' | 'running' | 'paused'
  /** Milliseconds that it has run, including attempts that were given up to make room. */
  readonly ranMs: number
  /** Milliseconds that its present attempt has run. */
  readonly executedMs: number
  /** Those who wait for it: one client as a rule, several where they asked the same. Never empty. */
  readonly clients: ReadonlySet<string>
}

/** What the queries compete for. */
export interface Capacity<Job> {
  /** Queries that may run at the same time. */
  readonly slots: number
  /** Processes that are ready for a query. */
  readonly idle: number
  /** True where longer queries have waited so long that one of them comes first for once. */
  readonly isLongDue: boolean
  /** Milliseconds of running time that a client has had. */
  readonly usedMs: (client: string) => number
  /** True for the clients whose longer queries were to run the last time. */
  readonly isInPlace: (client: string) => boolean
  /** The longer query that comes before all other longer ones. */
  readonly first: Job | undefined
}

/** What runs next. */
export interface Runs<Job> {
  readonly chosen: ReadonlySet<Job>
  /** Clients of the longer queries that run, or would run if short ones had not come in between. */
  readonly places: ReadonlySet<string>
}

/** 0 for a short query, 1 for a medium one, 2 for a long one. */
export function levelOf({ ranMs }: Pick<Schedulable, 'ranMs'>): 0 | 1 | 2 {
  if (ranMs < SHORT_MS) return 0
  return ranMs < MEDIUM_MS ? 1 : 2
}

/**
 * Chooses the queries that run next, at most `slots`, from all in the order in which they came. First come short ones,
 * shared out evenly among clients; every query is short until it has run for SHORT_MS. What is left of the slots is shared
 * out evenly among clients as well, each client's shorter queries first; a client keeps its place, also while short queries
 * run in it, until it is SLICE_MS ahead of another: to change places at every turn would help nobody. A query that waits
 * needs an idle process; the last one is left to clients that have nothing under way, so that a newcomer never waits for
 * one to start.
 */
export function chooseRuns<Job extends Schedulable>(
  jobs: readonly Job[],
  { slots, idle, isLongDue, usedMs, isInPlace, first }: Capacity<Job>,
): Runs<Job> {
  const chosen = new Set<Job>()
  const taken = new Map<string, number>()
  const underWay = new Set<string>()
  for (const { state, clients } of jobs) if (state !== 'waiting') for (const client of clients) underWay.add(client)
  let free = idle

  const least = (clients: ReadonlySet<string>, measure: (client: string) => number): number =>
    Math.min(...Array.from(clients, measure))
  const takenBy = ({ clients }: Job): number => least(clients, (client) => taken.get(client) ?? 0)
  const hasProcess = ({ state, clients }: Job): boolean =>
    state !== 'waiting' || free > 1 || (free === 1 && ![...clients].every((client) => underWay.has(client)))

  const take = (job: Job): void => {
    chosen.add(job)
    for (const client of job.clients) {
      taken.set(client, (taken.get(client) ?? 0) + 1)
      underWay.add(client)
    }
    if (job.state === 'waiting') free -= 1
  }
  /** Of the candidates that are not chosen and could run, the one that comes first by `compare`; of equal ones the oldest. */
  const bestOf = (candidates: readonly Job[], compare: (a: Job, b: Job) => number): Job | undefined => {
    let best: Job | undefined
    for (const job of candidates)
      if (!chosen.has(job) && hasProcess(job) && (best === undefined || compare(job, best) < 0)) best = job
    return best
  }
  /** Takes up to `most` of the candidates, each time the one that comes first. */
  const fill = (candidates: readonly Job[], most: number, compare: (a: Job, b: Job) => number): void => {
    for (let left = most; left > 0 && chosen.size < slots; left -= 1) {
      const best = bestOf(candidates, compare)
      if (best === undefined) return
      take(best)
    }
  }

  const short = jobs.filter((job) => levelOf(job) === 0)
  const longer = jobs.filter((job) => levelOf(job) > 0)
  const spent = ({ clients }: Job): number =>
    least(clients, (client) => usedMs(client) - (isInPlace(client) ? SLICE_MS : 0))
  const byShare = (a: Job, b: Job): number =>
    Number(b === first) - Number(a === first) ||
    takenBy(a) - takenBy(b) ||
    spent(a) - spent(b) ||
    levelOf(a) - levelOf(b) ||
    Number(a.state === 'waiting') - Number(b.state === 'waiting')
  if (isLongDue) fill(longer, 1, byShare)
  // Short ones that run are not interrupted: they have less than SHORT_MS to go, or are short no more.
  fill(
    short.filter(({ state }) => state === 'running'),
    slots,
    () => 0,
  )
  fill(short, slots, (a, b) => takenBy(a) - takenBy(b))
  fill(longer, slots, byShare)

  const inPlace = longer.filter((job) => chosen.has(job))
  const interrupted = longer.filter((job) => job.state !== 'waiting' && !chosen.has(job)).sort(byShare)
  inPlace.push(...interrupted.slice(0, slots - inPlace.length))
  return { chosen, places: new Set(inPlace.flatMap(({ clients }) => [...clients])) }
}

/**
 * Of the paused queries, the one that gives its process up where there are too many: of the client that has most of them,
 * the one whose present attempt has run least, since that is what is lost.
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
 * Which of the waiting queries is refused where there is one too many: the newest of the client that has most of them;
 * where several have as many, the newest of all, which is the one that has just come.
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
