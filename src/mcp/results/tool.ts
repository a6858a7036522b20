import { z } from 'zod'
import type { Catalog } from '../../core/catalog/catalog.ts'

/** What a tool works with. One call sees one catalog, so that its answer never mixes two snapshots. */
export interface ToolContext {
  readonly catalog: Catalog
  /** Address of the service for links, without a slash at the end. */
  readonly baseUrl: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

/** What a tool found, and how to say it in less: `shorten(n)` keeps the first n of `parts` and says what was cut. */
export interface ToolOutput<Output> {
  readonly output: Output
  /** How many parts may be left out from the end; 0 where the output is short by nature. */
  readonly parts: number
  shorten(parts: number): Output
}

/** One tool as data: both protocol stacks offer what stands here. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** What an agent must know to call it well; clients cut descriptions off at 2,048 characters. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Longest result, in characters of JSON, where it is less than MAX_RESULT_CHARS. */
  readonly maxChars?: number
  run(
    input: z.output<Input>,
    context: ToolContext,
  ): ToolOutput<z.output<Output>> | Promise<ToolOutput<z.output<Output>>>
}

/** A tool whose types are checked where it is written and forgotten in the list. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool {
  // `run` is a method, so the narrower input is accepted; `callTool` parses the input with the tool's own schema first.
  return tool as unknown as Tool
}

/**
 * The input of a tool that takes no arguments. Any are overlooked, and only here: some clients cannot call without one and
 * make one up.
 */
export const noArguments = z.object({})

/** A finding that is short by nature. */
export function brief<Output>(output: Output): ToolOutput<Output> {
  return { output, parts: 0, shorten: () => output }
}

/** Tells a reader who looks at the rows only that they are not all there. */
export const truncatedFields = {
  truncated: z.boolean().describe('True when something was left out of this answer; `notice` then says what.'),
  notice: z.string().optional().describe('What was left out, and how to get it. Absent when nothing was.'),
}

/** The hints that hold for every tool here; what only reads is idempotent without saying so. */
export const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: false,
}

/** A row of a result by column name; integers beyond 2^53 are texts of their digits. */
export type Row = Record<string, Cell>
type Cell = string | number | null

/** Up to here rows are objects; more of them are arrays, which say the names of the columns once. */
export const MAX_OBJECT_ROWS = 20

/** Rows as an answer has them: objects for few, arrays in the order of `columns` for many. */
export const rowsSchema = z
  .array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
  .describe(
    `The rows: objects by column name, or, if there are more than ${MAX_OBJECT_ROWS}, arrays in the order of columns. null is unknown; integers beyond ±(2^53 − 1) and blobs (hexadecimal) are strings.`,
  )

/** Rows in the form in which an answer of so many has them. `compact` is decided for the whole, so that cutting keeps it. */
export function writtenRows(rows: readonly Row[], columns: readonly string[], compact: boolean): (Row | Cell[])[] {
  if (!compact) return [...rows]
  return rows.map((row) => columns.map((name) => row[name] ?? null))
}
