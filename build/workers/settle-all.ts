/** Promise.all for work with side effects: rejects with the first failure in the order given, and not before all have ended. */
export async function settleAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
