import type { JsonWriter } from '../json-writer.ts'
import { VotableEncoder } from '../votable.ts'
import { resultHead } from './document.ts'
import type { VoOutput } from './vo-output.ts'

/** A VOTable with TABLEDATA whose columns are described in advance. */
export class TabledataEncoder extends VotableEncoder {
  constructor(
    out: JsonWriter,
    readonly output: VoOutput,
  ) {
    super(out)
  }

  override headXml(): string {
    return `${resultHead(this.output)}<DATA><TABLEDATA>\n`
  }
}
