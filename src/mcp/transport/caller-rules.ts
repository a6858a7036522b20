import type { Settings } from '../../settings.ts'

/** Names under which this machine calls itself; a page that was loaded from one of them runs on this machine. */
const LOOPBACK = /^(localhost|[^.]+\.localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/

/** Addresses that mean all interfaces, and no host in particular. */
const EVERYWHERE = new Set(['0.0.0.0', '[::]'])

/** The parts of the settings that say who may call. */
export type CallerSettings = Pick<Settings, 'allowedHosts' | 'allowedOrigins' | 'baseUrl' | 'host'>

/** Who may call `/mcp`: a web page that was made to resolve to this machine must not read what it serves. */
export interface CallerRules {
  /** Why the request is refused, as a sentence; undefined where it may pass. */
  refusal(request: Request): string | undefined
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : undefined
}

/** A listening address as part of a URL: an IPv6 one in brackets. */
function addressOf(host: string): string {
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`
}

/** The host that the client addressed: the Host header, which a proxy in front has to pass on. */
function addressedHost({ headers, url }: Request): string | undefined {
  const header = headers.get('host')
  return header === null ? hostnameOf(url) : hostnameOf(`http://${header}`)
}

/**
 * By default loopback names and the host of BASE_URL may be addressed, and pages from these may call, whatever their
 * port. ALLOWED_HOSTS and ALLOWED_ORIGINS replace that. A request without `Origin` comes from no web page and is fine;
 * `Origin: null` comes from a page that hides where it is from and is not.
 */
export function createCallerRules({
  allowedHosts,
  allowedOrigins,
  baseUrl,
  host: listens,
}: CallerSettings): CallerRules {
  // Without BASE_URL the service's address is the one it listens on, which an address of all interfaces does not tell.
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
        return 'This service does not answer under this host name. Its operator can allow it with ALLOWED_HOSTS or BASE_URL.'
      const origin = request.headers.get('origin')
      if (origin !== null && !mayCall(origin))
        return 'Web pages of this origin may not call this service. Its operator can allow them with ALLOWED_ORIGINS.'
      return undefined
    },
  }
}
