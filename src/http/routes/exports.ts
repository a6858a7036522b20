import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { EXPORT_ENTITIES, EXPORT_FORMATS, EXPORT_TABLE, type ExportEntity } from '../../format/export-pack.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler, type RequestHandler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/**
 * `GET /exoplanets/{pl_name}.json|csv` and `GET /stellarhosts/{hostname}.json|csv`: prebuilt files to download. `pages`
 * handles names without such an extension.
 */
export function exportRoutes({ catalog, sender }: HttpContext, pages: Readonly<Record<ExportEntity, RequestHandler>>) {
  const app = new Elysia()
  for (const entity of EXPORT_ENTITIES) {
    const folder = `/${EXPORT_TABLE[entity]}/`
    // A name can contain dots and slashes, so the pattern matches everything and the last dot separates the extension.
    app.get(
      `${folder}*`,
      handler((request) => {
        const file = decodeSegment(rawPath(request.url).slice(folder.length))
        const format = EXPORT_FORMATS.find((candidate) => file.endsWith(`.${candidate}`))
        if (format === undefined && file !== '') return pages[entity](request)
        rejectParameters(request)
        const current = catalog()
        const name = format === undefined ? '' : file.slice(0, -format.length - 1)
        if (format === undefined || name === '')
          throw new CatalogError(
            'unknown_path',
            `The URL of a download is ${folder}{name}.json or ${folder}{name}.csv, with the name URL-encoded.`,
          )
        return sender.send(request, current, current.export(entity, name, format), sender.lifetimes.export)
      }),
    )
  }
  return app
}

const DATA_FOLDER = ENDPOINTS.list_data_files.path

/** `GET /data/` and `GET /data/{file}`: whole tables as files. `forBrowsers` replaces the list with a page. */
export function dataRoutes({ catalog, sender }: HttpContext, forBrowsers: (list: RequestHandler) => RequestHandler) {
  return new Elysia()
    .get(
      DATA_FOLDER,
      handler(
        forBrowsers((request) => {
          const current = catalog()
          rejectParameters(request)
          return sender.send(request, current, current.dataFiles(), sender.lifetimes.negotiated)
        }),
      ),
    )
    .get(
      `${DATA_FOLDER}:file`,
      handler((request) => {
        const current = catalog()
        rejectParameters(request)
        const name = decodeSegment(rawPath(request.url).slice(DATA_FOLDER.length))
        const file = current.dataFile(name)
        const send = (): Response => sender.sendFile(request, current, file)
        return file.verified()?.then(send) ?? send()
      }),
    )
}
