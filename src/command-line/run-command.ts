import { printable, printableLines } from '../core/text/printable.ts'
import { wantsHelp } from './flags.ts'
import type { Env } from './setting.ts'
import { UsageError } from './usage-error.ts'

type ErrorClass = abstract new (...args: never[]) => Error

/** An outcome other than success, an internal or system error, and an invalid flag or setting. */
export interface Outcome {
  /** 3 or greater. */
  readonly exitCode: number
  /** When the command ends with this code, for the help. */
  readonly meaning: string
  /** The errors with this outcome. */
  readonly errors: readonly ErrorClass[]
}

/** A command and its descriptions. */
export interface Command {
  /** Beginning of a failure message: `Build failed`. */
  readonly failure: string
  /** The help, without the exit codes. */
  readonly help: () => string
  /** When the exit code is 0, for the help. */
  readonly success: string
  /** Errors that end with EXIT_FAULT like system errors, and show only their message. */
  readonly faults?: readonly ErrorClass[]
  readonly outcomes: readonly Outcome[]
  /** Resolves to the exit code; undefined means 0. */
  run(args: readonly string[], env: Env): Promise<number | undefined>
}

/** Internal and system errors: a defect of the program, a full disk, a port in use. */
export const EXIT_FAULT = 1
/** An invalid flag or setting. */
export const EXIT_USAGE = 2
/** The server found no snapshot that it can serve. */
export const EXIT_NO_SNAPSHOT = 3
/** Another command is working in the same folder. */
export const EXIT_LOCKED = 5

/** True for an error of the operating system: a full disk, a folder that cannot be written. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** A message on one line, with the remedy below it if the error has one. */
function messageOf(error: Error): string {
  const advice = 'advice' in error && Array.isArray(error.advice) ? error.advice : []
  return [error.message, ...advice].map((line) => printable(String(line))).join('\n')
}

/** The message of a failure, with its exit code. Only bugs show a stack trace. */
export function describeFailure(
  error: unknown,
  { faults = [], outcomes }: Pick<Command, 'faults' | 'outcomes'>,
): { readonly message: string; readonly exitCode: number } {
  if (error instanceof UsageError) return { message: printable(error.message), exitCode: EXIT_USAGE }
  const isOneOf = (errors: readonly ErrorClass[]) => errors.some((kind) => error instanceof kind)
  const outcome = outcomes.find(({ errors }) => isOneOf(errors))
  if (outcome !== undefined) return { message: messageOf(error as Error), exitCode: outcome.exitCode }
  if (isSystemError(error) || isOneOf(faults))
    return { message: printable((error as Error).message), exitCode: EXIT_FAULT }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message: printableLines(stack), exitCode: EXIT_FAULT }
}

/** The help of a command with its exit codes. */
export function commandHelp({ help, success, outcomes }: Pick<Command, 'help' | 'success' | 'outcomes'>): string {
  const codes: readonly Pick<Outcome, 'exitCode' | 'meaning'>[] = [
    { exitCode: 0, meaning: success },
    { exitCode: EXIT_FAULT, meaning: 'internal or system error' },
    { exitCode: EXIT_USAGE, meaning: 'invalid flag or setting' },
    ...outcomes,
  ]
  const lines = codes.map(({ exitCode, meaning }) => `  ${exitCode}  ${meaning}`)
  return `${help().trimEnd()}\n\nExit codes:\n${lines.join('\n')}\n`
}

/** Runs a command: prints its help, or runs it and reports failures. Resolves to the exit code. */
export async function runCommand(command: Command, args: readonly string[], env: Env): Promise<number> {
  if (wantsHelp(args)) {
    process.stdout.write(commandHelp(command))
    return 0
  }
  try {
    return (await command.run(args, env)) ?? 0
  } catch (error) {
    const { message, exitCode } = describeFailure(error, command)
    process.stderr.write(`${command.failure}: ${message}\n`)
    return exitCode
  }
}
