import { isIP } from 'node:net'
import { networks, normalAddress } from './network.ts'

/** Longest text that names a client; a proxy may pass on what a stranger wrote. */
const MAX_NAME_CHARS = 100

/** Who a request comes from: the same text for all requests of one client. */
export type ClientAddress = (peer: string | undefined, headers: Headers) => string

/** The `for` of each hop of a Forwarded header (RFC 7239), the nearest last; an empty text for a hop without one. */
function forwardedHops(header: string): string[] {
  return splitOutsideQuotes(header, ',').map((hop) => {
    for (const pair of splitOutsideQuotes(hop, ';')) {
      const [, value] = /^\s*for\s*=\s*(.*?)\s*$/is.exec(pair) ?? []
      if (value !== undefined) return value.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/gs, '$1')
    }
    return ''
  })
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '"') isQuoted = !isQuoted
    if (char === separator && !isQuoted) parts.push('')
    else parts[parts.length - 1] += isQuoted && char === '\\' ? char + (text[++at] ?? '') : char
  }
  return parts
}

/** The address of a hop without its port and brackets; another name as it is; undefined for none. */
function hopAddress(hop: string): string | undefined {
  const text = hop.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([0-9.]+):\d+)$/.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  if (isIP(address) !== 0) return normalAddress(address)
  return address === '' || address.toLowerCase() === 'unknown' ? undefined : address.slice(0, MAX_NAME_CHARS)
}

/**
 * Reads who a request comes from. Without trusted proxies that is the address of the connection. A trusted proxy is
 * believed what it says in `Forwarded` or `X-Forwarded-For`: the nearest hop that is no trusted proxy is the client. Where
 * a request has both headers and they disagree, one of them was written by the client and passed on, so that neither is
 * believed, and the request counts for the proxy.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = networks(trustedProxies)
  const isTrusted = (name: string): boolean => isIP(name) !== 0 && trusted.has(name)

  const through = (peer: string, hops: readonly string[]): string => {
    let client = peer
    for (const hop of hops.toReversed()) {
      const address = hopAddress(hop)
      if (address === undefined) return client
      client = address
      if (!isTrusted(address)) return client
    }
    return client
  }

  return (peer, headers) => {
    const address = peer === undefined ? '' : normalAddress(peer)
    if (trustedProxies.length === 0 || !isTrusted(address)) return address
    const forwarded = headers.get('forwarded')
    const list = headers.get('x-forwarded-for')
    const said = [
      ...(forwarded === null ? [] : [through(address, forwardedHops(forwarded))]),
      ...(list === null ? [] : [through(address, list.split(','))]),
    ]
    const [first = address, second = first] = said
    return first === second ? first : address
  }
}
