import { Elysia } from 'elysia'
import { handler } from './request/handler.ts'
import { COMMON_HEADERS } from './response/common-headers.ts'

/** Prometheus text format. */
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics`: counters since the start and current state, for Prometheus. */
export function metricsRoutes(text: () => Promise<string>) {
  const answer = async (): Promise<Response> =>
    new Response(await text(), {
      headers: { ...COMMON_HEADERS, 'content-type': MEDIA_TYPE, 'cache-control': 'no-store' },
    })
  return new Elysia().get('/metrics', handler(answer))
}
