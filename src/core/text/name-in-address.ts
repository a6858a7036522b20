/** An extension such as `.xml` or `.JSON`, and slashes, at the end of a path. */
const ENDING = /(?:\.[a-z]{2,7})?\/*$/i

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The name in a text from a path that a client put together wrongly: percent-encoded twice, or followed by an extension or a
 * slash. Undefined if it is none of these.
 */
export function nameInAddress(text: string): string | undefined {
  const name = decodedOnce(text).replace(ENDING, '')
  return name === '' || name === text ? undefined : name
}
