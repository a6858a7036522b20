import { byteLengthOf, joinedIfShort, type Pieces } from '../../core/pieces.ts'
import type { SqlStream } from '../../core/ports.ts'
import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'

/** The part of the current answer of a process that has been received and not passed on. */
export class ReceivedAnswer {
  #pieces: Uint8Array[] = []
  #bytes = 0
  /** True once the answer is written to its stream. */
  #isStreaming = false

  get bytes(): number {
    return this.#bytes
  }

  /** Stores pieces, or passes everything on if the stream takes an answer of this length; settles when it has been taken. */
  receive(pieces: Pieces, stream: SqlStream | undefined): Promise<void> | undefined {
    this.#add(pieces)
    if (stream === undefined || (!this.#isStreaming && this.#bytes < stream.fromBytes)) return undefined
    this.#isStreaming = true
    const handedOn = this.#pieces
    this.#pieces = []
    this.#bytes = 0
    return stream.write(handedOn)
  }

  /** The answer, with its last pieces; `head` is the text before the first. */
  end(head: string, last: Pieces): Pieces {
    this.#add(last)
    return joinedIfShort(head === '' ? this.#pieces : [Buffer.from(head), ...this.#pieces])
  }

  clear(): void {
    this.#pieces = []
    this.#bytes = 0
    this.#isStreaming = false
  }

  #add(pieces: Pieces): void {
    this.#pieces.push(...pieces.filter(({ length }) => length > 0))
    this.#bytes += byteLengthOf(pieces)
    // The process itself rejects a longer answer; this check covers a process that does not.
    if (this.#bytes > MAX_RESULT_BYTES) throw new Error(`an answer of ${this.#bytes} bytes`)
  }
}
