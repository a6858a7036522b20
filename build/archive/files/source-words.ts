/**
 * True where a text may be shown as an archive's source, words or a URL: a path would tell readers of the service about the
 * machine that built it, and a URL's user name and password are nobody's business.
 */
export function isShowableSource(text: string): boolean {
  return text.trim() !== '' && !PATH.test(text) && !URL_WITH_USER.test(text)
}

/** A path at the beginning, or one that can be nothing else further on. */
const PATH = /^\s*(?:[./~\\]|file:|[a-z]:[\\/])|\s(?:file:|[a-z]:[\\/]|(?:\.{0,2}|~)[\\/]+\w)/i
const URL_WITH_USER = /:\/\/[^/?#\s]*@/
