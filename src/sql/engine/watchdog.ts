/**
 * Runs as a worker inside an engine process and ends the process when the server is gone. The main thread cannot detect that
 * while SQLite computes, and a query can compute forever; killing works from any thread.
 */
const CHECK_MS = 1000

const server = process.ppid

setInterval(() => {
  if (process.ppid !== server) process.kill(process.pid, 'SIGKILL')
}, CHECK_MS)
