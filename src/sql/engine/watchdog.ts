/**
 * Runs as a worker inside an engine process and ends it when the server is gone. The main thread cannot see that while
 * SQLite computes, and a query may compute for ever; killing works from any thread.
 */
const CHECK_MS = 1000

const server = process.ppid

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, 'SIGKILL')
}, CHECK_MS)
