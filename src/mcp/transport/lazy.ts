import type { McpOptions } from './server.ts'

/**
 * `/mcp`, loaded with its first request: the two protocol stacks take 0.15 s and 20 MB, which neither a start nor a
 * service without agents should pay.
 */
export function createLazyMcp(options: McpOptions): (request: Request) => Promise<Response> {
  let loading: Promise<(request: Request) => Promise<Response>> | undefined
  return async (request) => {
    loading ??= import('./server.ts').then(({ createMcp }) => createMcp(options))
    return (await loading)(request)
  }
}
