import { InitializeRequestParamsSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { joinErrorMessages } from '../results/faults.ts'
import { valueWording } from '../results/value-wording.ts'

const text = z.string('it must be a string')
const object = z.record(z.string(), z.unknown(), 'it must be an object')
const optionalTexts = z
  .record(z.string(), z.string('it must be a string'), 'it must be an object of strings')
  .optional()

/** Parameters of a list; nothing here has a second page. */
const page = z.looseObject({ cursor: text.optional() })

/** The required parameters of each method; the protocol has its own error number for invalid parameters. */
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  initialize: z
    .looseObject({
      protocolVersion: text,
      capabilities: object,
      clientInfo: z.looseObject({ name: text, version: text }, 'it must be an object'),
    })
    // The other data that a client sends about itself are validated too.
    .pipe(InitializeRequestParamsSchema),
  'tools/list': page,
  'resources/list': page,
  'resources/templates/list': page,
  'prompts/list': page,
  'tools/call': z.looseObject({
    name: text,
    arguments: object.optional(),
  }),
  'resources/read': z.looseObject({ uri: text }),
  'completion/complete': z.looseObject({
    ref: z.union(
      [
        z.looseObject({ type: z.literal('ref/prompt'), name: text }),
        z.looseObject({ type: z.literal('ref/resource'), uri: text }),
      ],
      'it must be a prompt with its name or a resource template with its URI',
    ),
    argument: z.looseObject({ name: text, value: text }, 'it must be an object with name and value'),
    context: z.looseObject({ arguments: optionalTexts }, 'it must be an object').optional(),
  }),
  'prompts/get': z.looseObject({ name: text, arguments: optionalTexts }),
}

/** Why the parameters of a JSON-RPC request are invalid, in sentences; undefined if they are valid. */
export function paramsFault(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message && 'id' in message)) return undefined
  const { method } = message
  const schema = typeof method === 'string' && Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined
  const parsed = schema?.safeParse(('params' in message ? message.params : undefined) ?? {}, {
    error: valueWording,
  })
  if (parsed === undefined || parsed.success) return undefined
  return joinErrorMessages(
    parsed.error.issues,
    (issue) => `Missing or invalid parameter ${quoteForMessage(issue.path.join('.'))} of ${method}: ${issue.message}.`,
  )
}
