import { z } from 'zod'
import type { Catalog } from '../../core/catalog/catalog.ts'

/** What a tool works with. One call sees one catalogue, so that its answer never mixes two snapshots. */
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

/** The hints that hold for every tool here. */
export const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** A table row as JSON; integers beyond 2^53 are texts of their digits. */
export const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type Row = z.output<typeof rowSchema>
