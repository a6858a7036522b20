import { Elysia } from 'elysia'
import { handler } from './request/handler.ts'
import { COMMON_HEADERS } from './response/common-headers.ts'

/** The text format of Prometheus. */
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics`: what the service has done since its start and does now, for Prometheus. */
export function metricsRoutes(text: () => Promise<string>) {
  const answer = async (): Promise<Response> =>
    new Response(await text(), {
      headers: { ...COMMON_HEADERS, 'content-type': MEDIA_TYPE, 'cache-control': 'no-store' },
    })
  return new Elysia().get('/metrics', handler(answer))
}
