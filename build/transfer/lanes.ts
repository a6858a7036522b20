/** Files that are sent or received at the same time. */
const LANES = 4

/** Does the work for each item, several at a time and in their order; begins none after one has failed, and throws that. */
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
