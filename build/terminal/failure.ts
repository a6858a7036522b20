/** True for an error of the operating system: a full disk, a folder that may not be written. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/**
 * What a command says of its failure. Errors of the `expected` classes and of the operating system are one message;
 * anything else is a fault of the program and keeps its stack.
 */
export function describeFailure(
  error: unknown,
  expected: readonly (abstract new (...args: never[]) => Error)[],
): string {
  if (!(error instanceof Error)) return String(error)
  if (isSystemError(error) || expected.some((kind) => error instanceof kind)) return error.message
  return error.stack ?? error.message
}
