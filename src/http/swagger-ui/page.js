// Starts Swagger UI on the description of the very service that this file came from, whatever path it is published under.
const base = new URL('..', document.currentScript.src)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheme)
followTheme()

async function start() {
  const response = await fetch(new URL('rest/openapi.json', base))
  if (!response.ok) throw new Error(`The API description could not be loaded: status ${response.status}.`)
  const spec = await response.json()
  // "Try it out" asks this service, not its public address: the page may talk to no other host.
  spec.servers = [{ url: base.href.replace(/\/$/, '') }]
  window.SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  })
}

start().catch((error) => {
  document.getElementById('swagger-ui').textContent = error.message
})
