const QUOTE = '"'

/** The records of a delimited text, and the first thing in it that is not RFC 4180 (with the delimiter and line end given). */
export interface RecordScan {
  /** Offset of the first character of each record; a text that ends in a line end does not start another record there. */
  readonly starts: readonly number[]
  readonly fault?: { readonly record: number; readonly reason: string }
}

/**
 * Walks a delimited text character by character. papaparse does the reading; this tells where records start, which
 * papaparse does not, and catches what it lets pass: blanks between a closing quote and the delimiter, and a second kind
 * of line end. It is slower, so it runs only on a stretch of text that has an error or looks unusual.
 */
export function scanRecords(text: string, delimiter: string, lineEnd: string): RecordScan {
  const starts: number[] = []
  let at = 0
  const faulty = (reason: string): RecordScan => ({ starts, fault: { record: starts.length - 1, reason } })
  while (at < text.length) {
    starts.push(at)
    for (;;) {
      if (text[at] === QUOTE) {
        const close = closingQuote(text, at)
        if (close < 0) return faulty('a quote is opened and never closed')
        at = close + 1
      } else while (at < text.length && !isCellEnd(text[at]!, delimiter)) at += 1
      if (at >= text.length) return { starts }
      if (text[at] === delimiter) {
        at += 1
        continue
      }
      const found = text.startsWith('\r\n', at) ? '\r\n' : text[at]!
      if (found !== '\n' && !found.startsWith('\r'))
        return faulty(`a closing quote is followed by ${JSON.stringify(found)}, not by the end of the cell`)
      if (found !== lineEnd)
        return faulty(`a line ends with ${lineEndName(found)} where the first one ends with ${lineEndName(lineEnd)}`)
      at += found.length
      break
    }
  }
  return { starts }
}

function isCellEnd(character: string, delimiter: string): boolean {
  return character === delimiter || character === '\n' || character === '\r'
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf(QUOTE, open + 1)
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2)
  return at
}

function lineEndName(lineEnd: string): string {
  return { '\n': 'LF', '\r': 'CR', '\r\n': 'CRLF' }[lineEnd] ?? JSON.stringify(lineEnd)
}
