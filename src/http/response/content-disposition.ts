/** Escapes the bytes that RFC 8187 does not allow in `filename*`; encodeURIComponent leaves a few of these unescaped. */
function extendedValue(filename: string): string {
  return encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Characters that a plain `filename` must not contain: quotes, and percent signs that some browsers would decode (RFC
 * 6266, appendix D).
 */
const UNSAFE_IN_QUOTES = /["\\]|%(?=[0-9a-f]{2})/gi

/** `attachment` with an ASCII name for all clients, followed by the true name if that has other characters (RFC 6266). */
export function attachment(filename: string): string {
  const wellFormed = filename.toWellFormed()
  const plain = wellFormed.replace(/[^\x20-\x7e]/gu, '_').replace(UNSAFE_IN_QUOTES, '_')
  return plain === wellFormed
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(wellFormed)}`
}
