import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { planetFacts } from '../../pages/planets/planet-facts.ts'
import { sharePicture } from '../../pages/share/share-picture.ts'
import { sharedPlanet } from '../../pages/share/shared-planet.ts'
import { renderPng, waitingPictures } from '../../pictures/render-png.ts'
import { readRows } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import { planetColumnsOf } from './planet-pages.tsx'

const FOLDER = '/share/exoplanets/'
const ENDING = '.png'

/** Pictures that may wait; a crawler that asks for more at a time has to come again. */
const MAX_WAITING = 50
const RETRY_AFTER_S = 5

/** `GET /share/exoplanets/{pl_name}.png`: the picture that other sites show beside a link to the planet. */
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
          `A picture is addressed as ${FOLDER}{pl_name}${ENDING}, with the exact name URL-encoded.`,
        )
      if (waitingPictures() >= MAX_WAITING)
        throw new CatalogError('too_many_queries', 'Too many pictures are being drawn at the moment.', {
          retryAfterS: RETRY_AFTER_S,
        })
      const planet = sharedPlanet(planetFacts(manifest, columns, rows), manifest.tables.exoplanets.date)
      const bytes = await renderPng(sharePicture(planet))
      return sender.send(request, current, { ...identity, mediaType: 'image/png', body: () => bytes })
    }),
  )
}
