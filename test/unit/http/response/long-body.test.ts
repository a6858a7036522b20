import { expect, test } from 'bun:test'
import { createSender } from '../../../../src/http/response/sender.ts'
import { readCommandLine } from '../../../../src/settings.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'

test('the listener is told of every long body, made or kept, and of no short one', async () => {
  const told: string[] = []
  const sender = createSender({
    settings: readCommandLine({}, []).settings,
    version: '1.0.0',
    observe: () => {},
    onLongBody: ({ url }) => told.push(new URL(url).pathname),
  })
  const current = fakeCatalog({})
  const ask = async (path: string, length: number): Promise<number> => {
    const answer = { snapshotId: 'a', key: path, mediaType: 'text/plain', body: () => new Uint8Array(length) }
    const request = new Request(`http://localhost${path}`, { headers: { 'accept-encoding': 'identity' } })
    return (await (await sender.send(request, current, answer)).arrayBuffer()).byteLength
  }
  const lengths = { '/long': 9_000_000, '/short': 1_000_000 }
  for (let round = 1; round <= 3; round += 1) {
    for (const [path, length] of Object.entries(lengths)) expect(await ask(path, length)).toBe(length)
    expect(told).toEqual(Array.from({ length: round }, () => '/long'))
  }
})
