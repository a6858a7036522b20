import { Elysia } from 'elysia'
import type { Answer } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { HTML_TYPE } from '../request/media-types.ts'
import { rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'
import { bytesAnswer, perCatalog, textAnswer } from '../response/text-answer.ts'
import { readPageFile, SWAGGER_UI_FILES } from '../swagger-ui/files.ts'

const PATH = ENDPOINTS.get_swagger_ui.path

/** Only this host; Swagger UI's icons are data in its style sheet. */
const SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page. `folder` is the path from the page to its files, relative so that it works under any prefix. */
function pageHtml(folder: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Exoplanet Catalog: API</title>
<link rel="icon" type="image/png" href="${folder}favicon-32x32.png">
<link rel="stylesheet" href="${folder}swagger-ui.css">
<link rel="stylesheet" href="${folder}page.css">
</head>
<body>
<div id="swagger-ui"><noscript>This page needs JavaScript; the description itself is rest/openapi.json.</noscript></div>
<script src="${folder}swagger-ui-bundle.js"></script>
<script src="${folder}page.js"></script>
</body>
</html>
`
}

/** `GET /swagger-ui` and its files: interactive API documentation, loaded only from this host. */
export function swaggerUiRoutes({ catalog, sender }: HttpContext, files = SWAGGER_UI_FILES) {
  const caching = { ...sender.lifetimes.page, securityPolicy: SECURITY_POLICY }
  const answersOf = perCatalog(() => new Map<string, Answer>())
  return new Elysia()
    .get(
      PATH,
      handler((request) => {
        const current = catalog()
        const folder = rawPath(request.url).endsWith('/') ? './' : `${PATH.slice(1)}/`
        const answer = textAnswer(current.manifest, 'swagger-ui', HTML_TYPE, pageHtml(folder))
        return sender.send(request, current, answer, caching)
      }),
    )
    .get(
      `${PATH}/*`,
      handler((request) => {
        const current = catalog()
        const { manifest } = current
        const name = rawPath(request.url).slice(PATH.length + 1)
        const file = files.get(name)
        if (file === undefined)
          throw new CatalogError(
            'unknown_path',
            `The page has no file ${quoteForMessage(name)}. ${PATH} is the page itself.`,
          )
        // The bytes are stored with their hash: a file that changes while the server runs must not be sent under an
        // earlier tag.
        const answers = answersOf(current)
        const answer =
          answers.get(name) ?? bytesAnswer(manifest, `swagger-ui|file|${name}`, file.mediaType, readPageFile(file))
        answers.set(name, answer)
        return sender.send(request, current, answer, caching)
      }),
    )
}
