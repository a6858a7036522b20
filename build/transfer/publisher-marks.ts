import { type Storage, StorageError, type StoredFile } from '../storage/storage.ts'
import { currentFile } from './layout.ts'

/**
 * Prefix of the marks that publishers keep while they run, so that none removes files that another one relies on. A publisher
 * that writes sets its mark first and then waits for those that remove; one that removes sets its mark first and then removes
 * nothing if another one writes. The later of two sees the mark of the other, since a storage lists everything that has been
 * written.
 */
const MARKS = 'publishing/'

type Work = 'writing' | 'removing'

/** Renewal interval of a mark, in milliseconds. */
const RENEWAL_MS = 15_000
/** Age above which a publisher does not rely on its mark. */
const RELIABLE_MS = 60_000
/** Age above which the others ignore a mark: its publisher has ended. */
const STALE_MS = 120_000
/** Polling interval for the marks of others. */
const LOOK_MS = 500

/** The mark of this publisher. */
export interface PublisherMark extends AsyncDisposable {
  /** True while no other publisher could have treated this one as ended. */
  isReliable(): boolean
  /** Resolves once no publisher removes files; from then on, none does. */
  startWriting(): Promise<void>
  /** True if no other publisher is running; from then on, others wait. */
  startRemoving(): Promise<boolean>
}

/** Creates the mark of this publisher; it is removed when the publisher is done. */
export function createPublisherMark(storage: Storage, sleep: (ms: number) => Promise<void>): PublisherMark {
  const id = crypto.randomUUID()
  const keyOf = (work: Work): string => `${MARKS}${id}.${work}`
  let current: Work | undefined
  let renewedMs = Number.NEGATIVE_INFINITY
  const renew = async (): Promise<void> => {
    if (current === undefined) return
    const startMs = performance.now()
    const key = keyOf(current)
    await storage.write(key, new Blob([]), currentFile(key))
    renewedMs = startMs
  }
  const timer = setInterval(() => void renew().catch(() => {}), RENEWAL_MS)
  timer.unref()

  const mark = async (work: Work): Promise<void> => {
    const former = current
    current = work
    await renew()
    if (former !== undefined && former !== work) await storage.remove(keyOf(former))
  }
  /** Whether a live publisher other than this one does this work. */
  const isDoneByAnother = async (work: Work): Promise<boolean> => {
    const marks = await storage.list(MARKS)
    const own = marks.find(({ key }) => current !== undefined && key === keyOf(current))
    if (own === undefined)
      throw new StorageError(`${storage.address}/${keyOf(current!)} was written but is not listed.`, true)
    const isAlive = ({ modifiedMs }: StoredFile) => own.modifiedMs - modifiedMs < STALE_MS
    return marks.some((other) => !other.key.includes(id) && other.key.endsWith(`.${work}`) && isAlive(other))
  }
  return {
    isReliable: () => performance.now() - renewedMs < RELIABLE_MS,
    async startWriting() {
      await mark('writing')
      while (await isDoneByAnother('removing')) {
        await sleep(LOOK_MS)
        if (performance.now() - renewedMs > RENEWAL_MS) await renew()
      }
    },
    async startRemoving() {
      await mark('removing')
      return !(await isDoneByAnother('writing')) && !(await isDoneByAnother('removing'))
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      const last = current
      current = undefined
      // A mark that cannot be removed is ignored before long.
      if (last !== undefined) await storage.remove(keyOf(last)).catch(() => {})
    },
  }
}
