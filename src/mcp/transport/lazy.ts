import { checkFreeFiles } from '../../files/free-files.ts'
import type { McpOptions } from './server.ts'

/**
 * Creates `/mcp`, loaded with its first request: the two protocol stacks take 0.15 s and 20 MB, which should not burden the
 * start or a service without agents.
 */
export function createLazyMcp(
  options: McpOptions,
  load: () => Promise<Pick<typeof import('./server.ts'), 'createMcp'>> = () => import('./server.ts'),
): (request: Request) => Promise<Response> {
  let loading: Promise<(request: Request) => Promise<Response>> | undefined
  const begin = async (): Promise<(request: Request) => Promise<Response>> => {
    checkFreeFiles()
    return (await load()).createMcp(options)
  }
  return async (request) => {
    loading ??= begin()
    const inProgress = loading
    const answer = await inProgress.catch((error: unknown) => {
      // Files or memory can be available again for the next request.
      if (loading === inProgress) loading = undefined
      throw error
    })
    return answer(request)
  }
}
