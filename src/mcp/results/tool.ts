import { z } from 'zod'
import type { Catalog } from '../../core/catalog/catalog.ts'

/** The context of a tool call. Each call uses one catalog, so its result never mixes two snapshots. */
export interface ToolContext {
  readonly catalog: Catalog
  /** Base URL of the service for links, without a trailing slash. */
  readonly baseUrl: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** The output of a tool, and how to shorten it: `shorten(n)` keeps the first n of `parts` and states what was omitted. */
export interface ToolOutput<Output> {
  readonly output: Output
  /** Number of parts that can be omitted from the end; 0 if the output is always short. */
  readonly parts: number
  shorten(parts: number): Output
}

/** The definition of one tool, used by both protocol stacks. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** What an agent must know to use the tool well; clients truncate descriptions at 2,048 characters. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Maximum result size in characters of JSON, if it is less than MAX_RESULT_CHARS. */
  readonly maxChars?: number
  run(
    input: z.output<Input>,
    context: ToolContext,
  ): ToolOutput<z.output<Output>> | Promise<ToolOutput<z.output<Output>>>
}

/** Checks a tool's types where it is defined and erases them for the tool list. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool {
  // `run` is a method, so the narrower input is accepted; `callTool` parses the input with the tool's own schema first.
  return tool as unknown as Tool
}

/**
 * The input of a tool without arguments. Only here, arguments are ignored: some clients cannot call a tool without one and
 * invent one.
 */
export const noArguments = z.object({})

/** The output of a tool that is always short. */
export function brief<Output>(output: Output): ToolOutput<Output> {
  return { output, parts: 0, shorten: () => output }
}

/** Fields that mark a result as truncated, for clients that read only the rows. */
export const truncatedFields = {
  truncated: z.boolean().describe('True if something was left out; `notice` says what.'),
  notice: z.string().optional().describe('What was left out, and how to get it; absent if nothing was.'),
}

/** The annotations that apply to every tool; read-only implies idempotent. */
export const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: false,
}

/** A row of a result by column name; integers beyond 2^53 are strings of their digits. */
export type Row = Record<string, Cell>
type Cell = string | number | null

/** Maximum number of rows that are written as objects; more rows are arrays, which state the column names once. */
export const MAX_OBJECT_ROWS = 20

/** Rows in the form of a response: a few as objects, many as arrays in the order of `columns`. */
export const rowsSchema = z
  .array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
  .describe(
    `The rows: objects by column name, or, if there are more than ${MAX_OBJECT_ROWS}, arrays in the order of columns. null is unknown; integers beyond ±(2^53 − 1) and blobs (hexadecimal) are strings.`,
  )

/** Rows in the form of a response. `compact` is decided for the complete result, so that truncation does not change the form. */
export function writtenRows(rows: readonly Row[], columns: readonly string[], compact: boolean): (Row | Cell[])[] {
  if (!compact) return [...rows]
  return rows.map((row) => columns.map((name) => row[name] ?? null))
}
