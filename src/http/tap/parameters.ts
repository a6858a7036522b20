import { CatalogError } from '../../core/errors.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { rawQuery } from '../request/request-url.ts'

/** Values by parameter, with names in upper case. A repeated parameter has several values. */
export type TapParameters = ReadonlyMap<string, readonly string[]>

/** Maximum size of a form in bytes: a query of 128 KiB with each byte as `%XX`. */
const MAX_FORM_BYTES = 512 * 1024

const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g

/** Decodes form encoding. Invalid encodings, such as `%` in `'%CONF%'`, stay as they are. */
export function decodeLeniently(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  return spaced.replace(ESCAPES, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

/** Reads a query string or a form. */
export function readParameters(text: string): TapParameters {
  const values = new Map<string, string[]>()
  for (const part of text.split('&')) {
    const equals = part.indexOf('=')
    const rawName = equals < 0 ? part : part.slice(0, equals)
    const name = decodeLeniently(rawName).trim().toUpperCase()
    if (name === '') continue
    add(values, name, equals < 0 ? '' : decodeLeniently(part.slice(equals + 1)))
  }
  return values
}

function add(values: Map<string, string[]>, name: string, value: string): void {
  const known = values.get(name)
  if (known === undefined) values.set(name, [value])
  else known.push(value)
}

/** The parameters of a request: those of its URL, and of its form if there is one. */
export async function requestParameters(request: Request): Promise<TapParameters> {
  const inAddress = readParameters(rawQuery(request.url))
  if (request.method !== 'POST') return inAddress
  const all = new Map([...inAddress].map(([name, values]) => [name, [...values]]))
  for (const [name, values] of await formParameters(request)) for (const value of values) add(all, name, value)
  return all
}

async function formParameters(request: Request): Promise<TapParameters> {
  const type = request.headers.get('content-type') ?? 'application/x-www-form-urlencoded'
  const body = await request.arrayBuffer()
  if (body.byteLength > MAX_FORM_BYTES)
    throw new CatalogError('sql_too_long', `The form has ${body.byteLength} bytes; the maximum is ${MAX_FORM_BYTES}.`)
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readParameters(new TextDecoder().decode(body))
  if (/^multipart\/form-data\b/i.test(type)) return multipartParameters(type, body)
  if (body.byteLength === 0) return new Map()
  throw new CatalogError(
    'invalid_parameter',
    `The content type of the request is ${quoteForMessage(type)}; send application/x-www-form-urlencoded or multipart/form-data.`,
  )
}

async function multipartParameters(type: string, body: ArrayBuffer): Promise<TapParameters> {
  const values = new Map<string, string[]>()
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    throw new CatalogError('invalid_parameter', 'The form cannot be read as multipart/form-data.', {}, { cause })
  })
  for (const [name, value] of form) add(values, name.toUpperCase(), typeof value === 'string' ? value : '')
  return values
}
