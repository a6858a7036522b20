import { expect, test } from 'bun:test'
import { fakeApp } from '../../fixtures/servers/fake-app.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

test.each(['GET', 'HEAD'])('the client of a query by %s is that of the request as it was received', async (method) => {
  const [asked, clients]: [Request[], (string | undefined)[]] = [[], []]
  const { app } = fakeApp(
    {
      select: ({ client }) => {
        clients.push(client)
        return new Promise(() => {})
      },
    },
    {
      clientOf: (request) => {
        asked.push(request)
        return 'one'
      },
    },
  )
  const request = new Request('http://localhost:3000/rest/query?sql=SELECT%201', { method })
  void app.handle(request)
  await waitFor('the query', () => clients.length > 0 || undefined)
  expect(clients).toEqual(['one'])
  expect(asked.length).toBeGreaterThan(0)
  for (const each of asked) expect(each).toBe(request)
})
