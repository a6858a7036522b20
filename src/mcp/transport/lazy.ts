import type { McpOptions } from './server.ts'

/**
 * `/mcp`, loaded with its first request: the two protocol stacks take 0.15 s and 20 MB, which neither a start nor a
 * service without agents should pay.
 */
export function createLazyMcp(
  options: McpOptions,
  load: () => Promise<Pick<typeof import('./server.ts'), 'createMcp'>> = () => import('./server.ts'),
): (request: Request) => Promise<Response> {
  let loading: Promise<(request: Request) => Promise<Response>> | undefined
  const begin = async (): Promise<(request: Request) => Promise<Response>> => {
    try {
      return (await load()).createMcp(options)
    } catch (error) {
      // Files or memory may be there again for the next request.
      loading = undefined
      throw error
    }
  }
  return async (request) => {
    loading ??= begin()
    return (await loading)(request)
  }
}
