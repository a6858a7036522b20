import { type AnyElysia, Elysia } from 'elysia'
import type { Answer, Catalog } from '../../core/catalog.ts'
import type { HttpContext } from '../context.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { handler } from '../handler.ts'
import { describeApi } from './document.ts'
import { detailOf } from './operations.ts'

/** The document of one catalogue, as an answer; its key follows the content, since settings and address are in it too. */
async function documentAnswer(catalog: Catalog, make: () => Promise<string>): Promise<Answer> {
  const bytes = new TextEncoder().encode(await make())
  const key = `openapi|${Bun.hash(bytes).toString(36)}`
  return { snapshotId: catalog.manifest.snapshotId, key, mediaType: 'application/json', body: () => bytes }
}

/** `GET /rest/openapi.json`: the description of `routes` and of itself, made once for each snapshot. */
export function openapiRoutes({ catalog, settings, address, hasMcp, sender }: HttpContext, routes: AnyElysia) {
  const made = new WeakMap<Catalog, Promise<Answer>>()
  const app = new Elysia().get(
    ENDPOINTS.get_openapi.path,
    handler(async (request) => {
      const current = catalog()
      let answer = made.get(current)
      if (answer === undefined) {
        const whole = new Elysia().use(routes).use(app)
        answer = documentAnswer(current, () =>
          describeApi(whole, { catalog: current, settings, address: settings.baseUrl ?? address(), hasMcp }),
        )
        made.set(current, answer)
      }
      return sender.send(request, current.manifest, await answer)
    }),
    { detail: detailOf('get_openapi') },
  )
  return app
}
