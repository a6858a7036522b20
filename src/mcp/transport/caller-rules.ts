import type { Settings } from '../../settings.ts'

/** Names of the local machine; a page loaded from one of them runs on this machine. */
const LOOPBACK = /^(localhost|[^.]+\.localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/

/** Addresses that mean all interfaces, not a particular host. */
const EVERYWHERE = new Set(['0.0.0.0', '[::]'])

/** The settings that determine the permitted callers. */
export type CallerSettings = Pick<Settings, 'allowedHosts' | 'allowedOrigins' | 'baseUrl' | 'host'>

/** Access rules for `/mcp`: a web page whose name was made to resolve to this machine must not be able to read its responses. */
export interface CallerRules {
  /** The reason for rejecting the request, as a sentence; undefined if the request is allowed. */
  refusal(request: Request): string | undefined
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : undefined
}

/** A listening address as part of a URL: IPv6 addresses are in brackets. */
function addressOf(host: string): string {
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`
}

/** The host that the client addressed: the Host header, which a proxy in front must pass on. */
function addressedHost({ headers, url }: Request): string | undefined {
  const header = headers.get('host')
  return header === null ? hostnameOf(url) : hostnameOf(`http://${header}`)
}

/**
 * By default, clients can address loopback names and the host of BASE_URL, and pages from these can call, on any port.
 * ALLOWED_HOSTS and ALLOWED_ORIGINS replace these defaults. A request without `Origin` does not come from a web page and is
 * allowed; `Origin: null` comes from a page that conceals its origin and is rejected.
 */
export function createCallerRules({
  allowedHosts,
  allowedOrigins,
  baseUrl,
  host: listens,
}: CallerSettings): CallerRules {
  // Without BASE_URL, the service's host is its listening address, unless that means all interfaces.
  const publicHost = hostnameOf(baseUrl ?? addressOf(listens))
  const isOwn = (host: string): boolean => LOOPBACK.test(host) || (host === publicHost && !EVERYWHERE.has(host))
  const mayBeAddressed = (host: string): boolean =>
    allowedHosts.length > 0 ? allowedHosts.includes(host) : isOwn(host)
  const mayCall = (origin: string): boolean => {
    if (allowedOrigins.length > 0) return allowedOrigins.includes(origin)
    const host = /^https?:\/\//.test(origin) ? hostnameOf(origin) : undefined
    return host !== undefined && isOwn(host)
  }
  return {
    refusal(request) {
      const host = addressedHost(request)
      if (host === undefined || !mayBeAddressed(host))
        return 'This host name is not allowed. The operator of the service can allow it with ALLOWED_HOSTS or BASE_URL.'
      const origin = request.headers.get('origin')
      if (origin !== null && !mayCall(origin))
        return 'Web pages of this origin are not allowed to call this service. The operator can allow them with ALLOWED_ORIGINS.'
      return undefined
    },
  }
}
