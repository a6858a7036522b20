/** Milliseconds as a person reads them. */
export function formatDuration(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
}
