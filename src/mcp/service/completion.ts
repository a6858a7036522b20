import type { Catalog } from '../../core/catalog/catalog.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { allTables } from '../../format/manifest.ts'
import type { TargetKind } from '../../format/name-index.ts'
import { RequestError } from '../results/faults.ts'
import { readAnswer } from '../results/read-answer.ts'
import { PROMPT_ENTRIES } from './prompts.ts'
import { RESOURCE_TEMPLATES } from './resources.ts'

/** A `completion/complete` request: the argument of a prompt, or the variable of a template, that the user is typing. */
export interface CompletionRequest {
  readonly ref: { readonly type: string; readonly name?: string; readonly uri?: string }
  readonly argument: { readonly name: string; readonly value: string }
  /** Values that were entered before. */
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined
}

export type Completion = { completion: { values: string[]; total: number; hasMore: boolean } }

/** Maximum number of values in a response, as the protocol requires. */
const MAX_VALUES = 100

type Found = { readonly values: readonly string[]; readonly total: number }

/** Values that begin with a text, in any case; if there are none, values that contain it. */
function beginningWith(all: readonly string[], text: string): Found {
  const wanted = text.trim().toLowerCase()
  const beginning = all.filter((entry) => entry.toLowerCase().startsWith(wanted))
  const values = beginning.length > 0 ? beginning : all.filter((entry) => entry.toLowerCase().includes(wanted))
  return { values: values.slice(0, MAX_VALUES), total: values.length }
}

const names =
  (kind: TargetKind) =>
  (catalog: Catalog, text: string): Found =>
    catalog.namesBeginning(text, kind, MAX_VALUES)

type Completer = (catalog: Catalog, text: string, given: Readonly<Record<string, string>>) => Found

/** Completers of the arguments and variables with known values, by name. */
const COMPLETERS: Readonly<Record<string, Completer>> = {
  planet: names('planet'),
  pl_name: names('planet'),
  hostname: names('host'),
  slug: (catalog, text) =>
    beginningWith(
      readAnswer<readonly { slug: string }[]>(catalog.insightList()).map(({ slug }) => slug),
      text,
    ),
  table: ({ manifest }, text) => beginningWith([...allTables(manifest).keys()], text),
  column({ manifest }, text, { table }) {
    const tables = [...allTables(manifest)].filter(([name]) => table === undefined || name === table)
    return beginningWith([...new Set(tables.flatMap(([, { columns }]) => columns.map((column) => column.name)))], text)
  },
}

/** The names that a prompt or a template requires values for; an unknown reference throws a RequestError. */
function variablesOf({ type, name, uri }: CompletionRequest['ref']): readonly string[] {
  if (type === 'ref/prompt') {
    const prompt = PROMPT_ENTRIES.find((entry) => entry.name === name)
    if (prompt !== undefined) return prompt.arguments.map((argument) => argument.name)
    throw new RequestError('invalid_params', `Unknown prompt ${quoteForMessage(name ?? '')}; prompts/list lists them.`)
  }
  const template = RESOURCE_TEMPLATES.find(({ uriTemplate }) => uriTemplate === uri)
  if (template !== undefined) return [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable!)
  throw new RequestError(
    'invalid_params',
    `Unknown resource template ${quoteForMessage(uri ?? '')}; resources/templates/list lists them.`,
  )
}

/** Values that complete the typed text; none if any text is valid. */
export function complete(catalog: Catalog, { ref, argument, context }: CompletionRequest): Completion {
  const variables = variablesOf(ref)
  if (!variables.includes(argument.name))
    throw new RequestError(
      'invalid_params',
      `Unknown argument ${quoteForMessage(argument.name)}; the arguments are ${variables.join(', ')}.`,
    )
  const completer = Object.hasOwn(COMPLETERS, argument.name) ? COMPLETERS[argument.name] : undefined
  const { values, total } = completer?.(catalog, argument.value, context?.arguments ?? {}) ?? { values: [], total: 0 }
  return { completion: { values: [...values], total, hasMore: total > values.length } }
}
