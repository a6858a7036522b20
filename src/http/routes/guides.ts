import { Elysia } from 'elysia'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { MARKDOWN_TYPE, TEXT_TYPE } from '../request/media-types.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog, textAnswer } from '../response/text-answer.ts'
import { type GuideOptions, llmsText, skillText } from './guide-text.ts'

/** `GET /llms.txt` and `GET /skill.md`: descriptions of the service for agents, one page each. */
export function guideRoutes({ catalog, settings, address, hasMcp, sender }: HttpContext) {
  const made = (name: string, mediaType: string, write: (options: GuideOptions) => string) =>
    perCatalog((current) => {
      const base = settings.baseUrl ?? address() ?? ''
      return textAnswer(current.manifest, name, mediaType, write({ catalog: current, settings, base, hasMcp }))
    })
  const llms = made('llms', TEXT_TYPE, llmsText)
  const skill = made('skill', MARKDOWN_TYPE, skillText)
  return new Elysia()
    .get(
      ENDPOINTS.get_llms.path,
      handler((request) => {
        const current = catalog()
        return sender.send(request, current, llms(current))
      }),
    )
    .get(
      ENDPOINTS.get_skill.path,
      handler((request) => {
        const current = catalog()
        return sender.send(request, current, skill(current))
      }),
    )
}
