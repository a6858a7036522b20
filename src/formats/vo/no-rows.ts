import { writtenBytes } from '../json-writer.ts'
import { beginVoRows } from './create-vo-encoder.ts'
import type { VoOutput } from './vo-output.ts'

/** Encodes the columns of a result without rows. */
export function encodeNoRows(output: VoOutput): Uint8Array<ArrayBuffer> {
  return writtenBytes((out) => beginVoRows(output, out).tail(false))
}
