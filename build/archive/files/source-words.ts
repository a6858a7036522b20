/**
 * Whether a text, either plain text or a URL, can be shown as an archive's source: a path would reveal details of the build
 * machine to users of the service, and a URL's user name and password are private.
 */
export function isShowableSource(text: string): boolean {
  return text.trim() !== '' && !PATH.test(text) && !URL_WITH_USER.test(text)
}

/** A path at the beginning, or one that is unambiguous further on. */
const PATH = /^\s*(?:[./~\\]|file:|[a-z]:[\\/])|\s(?:file:|[a-z]:[\\/]|(?:\.{0,2}|~)[\\/]+\w)/i
const URL_WITH_USER = /:\/\/[^/?#\s]*@/
