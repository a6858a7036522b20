import { type Storage, StorageError, type StoredFile } from '../storage/storage.ts'
import { currentFile } from './layout.ts'

/**
 * Publishers leave a mark while they work, so that none removes files that another one counts on: one that writes marks
 * itself first and then waits for those that remove; one that removes marks itself first and then does not if anyone writes.
 * Whichever comes second sees the other, since a storage lists what has been written.
 */
const MARKS = 'publishing/'

type Work = 'writing' | 'removing'

/** How often a mark is renewed, in milliseconds. */
const RENEWAL_MS = 15_000
/** The age beyond which a publisher does not rely on its mark. */
const RELIABLE_MS = 60_000
/** The age beyond which the others do not heed a mark: its publisher has ended. */
const STALE_MS = 120_000
/** How often the marks of others are looked at. */
const LOOK_MS = 500

/** The mark of this publisher. */
export interface PublisherMark extends AsyncDisposable {
  /** True while nobody can have taken this publisher for one that has ended. */
  isReliable(): boolean
  /** Returns when nobody removes files, and from then on nobody does. */
  startWriting(): Promise<void>
  /** True if nobody else writes, and from then on others wait. */
  startRemoving(): Promise<boolean>
}

/** Marks are removed when the publisher is done. */
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
  /** Whether a living publisher other than this one does this work. */
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
      // What cannot be removed is not heeded for long.
      if (last !== undefined) await storage.remove(keyOf(last)).catch(() => {})
    },
  }
}
