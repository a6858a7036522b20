import type { RowsToWrite } from '../../src/core/row-writers/rows-to-write.ts'

/** Writes the parts of a file one after another, into memory of its own. */
export function writeParts(parts: readonly (Uint8Array | RowsToWrite)[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  // Rows can overwrite the byte that follows them.
  const file = new Uint8Array(bytes + 1)
  let at = 0
  for (const part of parts) {
    if (part instanceof Uint8Array) file.set(part, at)
    else part.write(file, at)
    at += sizeOf(part)
  }
  return file.subarray(0, bytes)
}

function sizeOf(part: Uint8Array | RowsToWrite): number {
  return part instanceof Uint8Array ? part.byteLength : part.bytes
}
