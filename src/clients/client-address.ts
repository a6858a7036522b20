import { isIP } from 'node:net'
import { networks, normalAddress } from './network.ts'

/** Maximum length of a client name, since a proxy may pass on arbitrary text. */
const MAX_NAME_CHARS = 100

/** Identifies the client of a request: the same text for all requests of one client. */
export type ClientAddress = (peer: string | undefined, headers: Headers) => string

/** The `for` of each hop in a Forwarded header (RFC 7239), nearest hop last; empty for a hop without one. */
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

/** A hop's address without port and brackets; other names are unchanged; undefined if there is none. */
function hopAddress(hop: string): string | undefined {
  const text = hop.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([0-9.]+):\d+)$/.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  if (isIP(address) !== 0) return normalAddress(address)
  return address === '' || address.toLowerCase() === 'unknown' ? undefined : address.slice(0, MAX_NAME_CHARS)
}

/**
 * Identifies the client of a request. Without trusted proxies, this is the address of the connection. A trusted proxy's
 * `Forwarded` or `X-Forwarded-For` is used: the client is the nearest hop that is not a trusted proxy. If a request has
 * both headers and they disagree, the client wrote one of them and the proxy passed it on, so both are ignored and the
 * request is attributed to the proxy.
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
