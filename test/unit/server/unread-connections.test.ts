import { expect, test } from 'bun:test'
import { createUnreadConnections, unreadPeers } from '../../../src/server/unread-connections.ts'

/** Rows as the system writes them: local, remote, state, what is sent and not taken : what has come and is not read. */
const row = (local: string, remote: string, state: string, queues: string): string =>
  `   1: ${local} ${remote} ${state} ${queues} 01:00000014 00000000     0        0 0 2 0000000000000000 20 4 0 10 -1`
const TABLES = [
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
  row('00000000:0BB8', '00000000:0000', '0A', '00000000:00000000'),
  row('0100007F:0BB8', '0100007F:A001', '04', '0039DC01:00000000'),
  row('0100007F:0BB8', '0100007F:A002', '01', '0039DC00:00000000'),
  row('0100007F:0BB8', '0100007F:A003', '04', '00000000:00000000'),
  row('0100007F:0BB9', '0100007F:A004', '04', '0039DC01:00000000'),
  '',
  row('0000000000000000FFFF00000100007F:0BB8', '0000000000000000FFFF00000100007F:A005', '04', '00000010:00000000'),
].join('\n')

test('connections that were closed with bytes unread are those of their port, of IPv4 and IPv6', () => {
  expect([...unreadPeers(TABLES, 3_000)]).toEqual([0xa001, 0xa005])
  expect([...unreadPeers('', 3_000)]).toEqual([])
})

test('many that are closed at once are looked for once, later ones again', async () => {
  let reads = 0
  const isUnread = createUnreadConnections(
    () => 3_000,
    async () => {
      reads += 1
      return TABLES
    },
  )
  expect(await Promise.all([0xa001, 0xa002, 0xa005].map(isUnread))).toEqual([true, false, true])
  expect(reads).toBe(1)
  expect(await isUnread(0xa004)).toBe(false)
  expect(reads).toBe(2)
})
