import type { z } from 'zod'
import { CatalogError } from '../../core/errors.ts'
import { shortageOf } from '../../core/shortage.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import type { Observe } from '../../observe.ts'
import { faultText, joinErrorMessages, RequestError } from '../results/faults.ts'
import { fit, MAX_RESULT_CHARS } from '../results/fit.ts'
import { lenientArguments } from '../results/lenient-arguments.ts'
import type { Tool, ToolContext } from '../results/tool.ts'
import { valueWording } from '../results/value-wording.ts'
import { TOOLS } from '../tools/index.ts'

/** A tool's result in the form of the protocol. */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** The parameters of a `tools/call` request. */
export interface ToolCall {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** The parameters of a tool in a sentence, for error messages. */
function signature({ name, input }: Tool): string {
  const parameters = Object.entries<z.ZodType>(input.shape).map(
    ([key, schema]) => `${key}${schema.safeParse(undefined).success ? ' (optional)' : ''}`,
  )
  return parameters.length === 0 ? `${name} accepts no arguments.` : `${name} accepts ${parameters.join(', ')}.`
}

/** Why the arguments do not match the tool's schema, in sentences. */
function argumentFaults(tool: Tool, given: Readonly<Record<string, unknown>>, error: z.ZodError): string {
  const known = Object.keys(tool.input.shape)
  const faults = joinErrorMessages(error.issues, (issue) => {
    if (issue.code === 'unrecognized_keys')
      return joinErrorMessages(
        issue.keys,
        (key) => `Unknown argument ${quoteForMessage(key)}.${didYouMean(nearestNames(key, known))}`,
      )
    const [key] = issue.path
    if (typeof key === 'string' && given[key] === undefined) {
      const { description } = tool.input.shape[key] as z.ZodType
      return [`The argument "${key}" is missing.`, ...(description === undefined ? [] : [description])].join(' ')
    }
    return `Invalid argument "${issue.path.join('.')}": ${issue.message}.`
  })
  return `${faults} ${signature(tool)}`
}

/**
 * Runs one tool. Errors that the agent can correct are returned as a result with `isError`; an unknown tool and internal
 * errors are thrown as RequestFaults.
 */
export async function callTool(call: ToolCall, context: ToolContext, observe: Observe): Promise<ToolResult> {
  const tool = TOOLS.find(({ name }) => name === call.name)
  if (tool === undefined) {
    const names = TOOLS.map(({ name }) => name)
    throw new RequestError(
      'invalid_params',
      `Unknown tool ${quoteForMessage(call.name)}.${didYouMean(nearestNames(call.name, names))} The tools are ${names.join(', ')}.`,
    )
  }
  const given = lenientArguments(tool.input, call.arguments ?? {})
  const parsed = tool.input.safeParse(given, { error: valueWording })
  if (!parsed.success) return failed(argumentFaults(tool, given, parsed.error))
  try {
    // Some clients pass the text to their model, some the structured content, so both are identical.
    const { output, json } = fit(await tool.run(parsed.data, context), tool.maxChars ?? MAX_RESULT_CHARS)
    return { content: [{ type: 'text', text: json }], structuredContent: output }
  } catch (thrown) {
    const shortage = shortageOf(thrown)
    if (shortage !== undefined) observe({ kind: 'exhausted', url: `mcp:${call.name}`, error: thrown })
    const error = shortage ?? thrown
    if (!(error instanceof CatalogError) || error.kind === 'internal') throw error
    observe({ kind: 'refused', code: error.code, detail: error.message })
    return failed(faultText(error))
  }
}
