import { BlockList, isIP } from 'node:net'

/** Addresses and networks in their usual notation, such as `192.0.2.1`, `10.0.0.0/8`, `::1` or `fd00::/8`. */
export interface Networks {
  has(address: string): boolean
}

/** The parts of an address or network; undefined if the text is neither. */
function parseNetwork(text: string): { address: string; family: 'ipv4' | 'ipv6'; bits: number } | undefined {
  const [, address = '', prefix] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const width = version === 4 ? 32 : 128
  const bits = prefix === undefined ? width : Number(prefix)
  return bits > width ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', bits }
}

export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined
}

/** Throws if an entry is not an address or network. */
export function networks(entries: readonly string[]): Networks {
  const list = new BlockList()
  for (const entry of entries) {
    const network = parseNetwork(entry)
    if (network === undefined) throw new Error(`${entry} is neither an address nor a network`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return { has: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}

/** Normalizes an address: lower case, and an IPv4 address that an IPv6 socket shows as `::ffff:192.0.2.1` becomes IPv4. */
export function normalAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=[0-9]+\.)/, '')
}
