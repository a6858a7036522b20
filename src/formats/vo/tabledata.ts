import type { JsonWriter } from '../json-writer.ts'
import { VotableEncoder } from '../votable.ts'
import { documentHead, documentTail } from './document.ts'
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
    return `${documentHead(this.output)}<DATA><TABLEDATA>\n`
  }

  override tail(isCut: boolean): void {
    this.out.utf8(`</TABLEDATA></DATA>\n${documentTail(isCut)}`)
  }
}
