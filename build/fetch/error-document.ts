/** How much of a document that is not a table is read for its message. */
import { fitted } from '../../src/core/text/quote-for-message.ts'
export const MAX_DOCUMENT_BYTES = 65_536

const MAX_SHOWN_CHARS = 300

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }

/** Converts markup to plain text on one line. */
function wordsOf(markup: string): string {
  return markup
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns the text of `<INFO name="QUERY_STATUS" value="ERROR">…</INFO>`, with which TAP services report a failed query;
 * otherwise undefined.
 */
function queryError(document: string): string | undefined {
  for (const [, attributes = '', text = ''] of document.matchAll(
    /<(?:\w+:)?INFO\b([^>]*[^/>])>([\s\S]*?)<\/(?:\w+:)?INFO>/gi,
  ))
    if (/\bname\s*=\s*["']QUERY_STATUS["']/i.test(attributes) && /\bvalue\s*=\s*["']ERROR["']/i.test(attributes))
      return wordsOf(text) || 'no reason given'
  return undefined
}

/** Text of pages that admit only a browser with a person in front of it. */
const BROWSER_CHECK =
  /cf[-_]chl|challenge-platform|captcha|<title>\s*(?:just a moment|attention required)|checking your browser|enable javascript and cookies to continue|verify(?:ing)? (?:that )?you are (?:a )?human/i

/** Whether a proxy in front of the service accepts only browsers, according to the CDN's header or the text of its page. */
export function asksForBrowser(headers: Headers, document: string): boolean {
  return headers.has('cf-mitigated') || (isMarkup(document) && BROWSER_CHECK.test(document))
}

/** A document that a TAP service sent instead of a table. */
export interface ErrorDocument {
  /**
   * `service`: the service rejected the query. `page`: a web page, as sent by proxies and during maintenance. `text`: plain text.
   */
  readonly kind: 'service' | 'page' | 'text'
  /** Plain text on one line; empty if the document contains none. */
  readonly message: string
}

/** Whether a body that begins like this is markup, and therefore not a table. */
export function isMarkup(start: string): boolean {
  return /^\uFEFF?\s*</.test(start)
}

/** Reads the message of a document that is not a table; the start of a long document is enough. */
export function readErrorDocument(document: string): ErrorDocument {
  const refused = queryError(document)
  if (refused !== undefined) return { kind: 'service', message: fitted(refused, MAX_SHOWN_CHARS) }
  if (!isMarkup(document)) return { kind: 'text', message: fitted(wordsOf(document), MAX_SHOWN_CHARS) }
  const title = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(document)?.[1]
  const body = document.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
  return { kind: 'page', message: fitted(wordsOf(title ?? '') || wordsOf(body), MAX_SHOWN_CHARS) }
}
