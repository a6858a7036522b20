/** The yardstick of what the runtime can do: `Bun.serve` with one body from memory. Usage: bun bare-server.ts <file> */
const body = await Bun.file(process.argv[2]!).bytes()
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(body, { headers: { 'content-type': 'application/json' } }),
})
process.stdout.write(`Listening on ${server.url.href}\n`)

export {} // a module, so that it may wait at its top level
