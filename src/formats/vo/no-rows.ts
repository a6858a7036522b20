import { MIN_SCRATCH_BYTES } from '../byte-writer.ts'
import { JsonWriter } from '../json-writer.ts'
import { beginVoRows } from './create-vo-encoder.ts'
import type { VoOutput } from './vo-output.ts'

/** Encodes the columns of a result without rows. */
export function encodeNoRows(output: VoOutput): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const out = new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES), Number.POSITIVE_INFINITY, (bytes) =>
    pieces.push(new Uint8Array(bytes)),
  )
  beginVoRows(output, out).tail(false)
  out.flush()
  return new Uint8Array(Buffer.concat(pieces))
}
