import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { EXPORT_ENTITIES, EXPORT_FORMATS, EXPORT_TABLE } from '../../format/export-pack.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/** `GET /exoplanets/{pl_name}.json|csv` and `GET /stellarhosts/{hostname}.json|csv`: finished files, for downloading. */
export function exportRoutes({ catalog, sender }: HttpContext) {
  const app = new Elysia()
  for (const entity of EXPORT_ENTITIES) {
    const folder = `/${EXPORT_TABLE[entity]}/`
    // A name may hold dots and slashes, so the pattern takes everything and the last dot decides.
    app.get(
      `${folder}*`,
      handler((request) => {
        rejectParameters(request)
        const current = catalog()
        const file = decodeSegment(rawPath(request.url).slice(folder.length))
        const format = EXPORT_FORMATS.find((candidate) => file.endsWith(`.${candidate}`))
        const name = format === undefined ? '' : file.slice(0, -format.length - 1)
        if (format === undefined || name === '')
          throw new CatalogError(
            'unknown_path',
            `A download is addressed as ${folder}{name}.json or ${folder}{name}.csv, with the name URL-encoded.`,
          )
        return sender.send(request, current, current.export(entity, name, format), sender.lifetimes.export)
      }),
    )
  }
  return app
}
