/** Maximum number of files that are sent or received concurrently. */
const LANES = 4

/** Does the work for each item in order, several at a time; after a failure, starts no further item and throws the error. */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      if (failures.length > 0) return
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (failures.length > 0) throw failures[0]
}
