import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { ASSET_FOLDER, type Asset } from '../../pages/frame/assets.ts'
import { ICON, STYLE } from '../../pages/frame/style.ts'
import { SITE_SCRIPT, SQL_SCRIPT } from '../../pages/scripts/scripts.ts'
import { handler } from '../request/handler.ts'
import { rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/** All static files of the pages. */
const ASSETS: readonly Asset[] = [STYLE, ICON, SITE_SCRIPT, SQL_SCRIPT]

/** Names contain a hash of the bytes, so a cached copy is never outdated. */
const FOREVER = { cacheControl: 'public, max-age=31536000, immutable' }

/** `GET /assets/{file}`: style sheet, icon and scripts. */
export function assetRoutes({ catalog, sender }: HttpContext) {
  const byPath = new Map(ASSETS.map((asset) => [asset.path, asset]))
  return new Elysia().get(
    `${ASSET_FOLDER}*`,
    handler((request) => {
      const current = catalog()
      const path = rawPath(request.url)
      const asset = byPath.get(path)
      if (asset === undefined)
        throw new CatalogError('unknown_path', `There is no file ${quoteForMessage(path.slice(ASSET_FOLDER.length))}.`)
      const { mediaType, bytes } = asset
      const { snapshotId } = current.manifest
      return sender.send(
        request,
        current,
        { snapshotId, key: path, mediaType, isUndated: true, body: () => bytes },
        FOREVER,
      )
    }),
  )
}
