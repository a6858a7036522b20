import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { SHARE_SIZE } from '../../pages/components/addresses.ts'
import { planetFacts } from '../../pages/planets/planet-facts.ts'
import { sharePicture } from '../../pages/share/share-picture.ts'
import { sharedPlanet } from '../../pages/share/shared-planet.ts'
import { renderPng } from '../../plots/png/render-png.ts'
import { readRows } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import { planetColumnsOf } from './planet-pages.tsx'

const FOLDER = '/share/exoplanets/'
const ENDING = '.png'

/** `GET /share/exoplanets/{pl_name}.png`: the preview image that other sites show for links to the planet. */
export function shareRoutes({ catalog, sender }: PageContext) {
  return new Elysia().get(
    `${FOLDER}*`,
    handler(async (request) => {
      rejectParameters(request)
      const current = catalog()
      const { manifest } = current
      const file = decodeSegment(rawPath(request.url).slice(FOLDER.length))
      const name = file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : ''
      const identity = { snapshotId: manifest.snapshotId, key: `share|${name}`, isUndated: true }
      const kept = sender.sendFromCache(request, current, identity)
      if (kept !== undefined) return kept
      const columns = planetColumnsOf(current)
      const rows = name === '' ? [] : readRows(current, 'exoplanets', [['pl_name', name]], columns.read)
      if (rows.length === 0)
        throw new CatalogError(
          'unknown_path',
          `The URL of a picture is ${FOLDER}{pl_name}${ENDING}, with the exact name URL-encoded.`,
        )
      const planet = sharedPlanet(planetFacts(manifest, columns, rows), manifest.tables.exoplanets.date)
      const bytes = await renderPng(sharePicture(planet), SHARE_SIZE.width)
      return sender.send(request, current, { ...identity, mediaType: 'image/png', body: () => bytes })
    }),
  )
}
