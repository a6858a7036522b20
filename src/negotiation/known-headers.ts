/** Maximum number of distinct headers whose meaning is cached; others are parsed each time. */
const MAX_HEADERS = 256
/** Maximum length of a cached header, in characters. */
const MAX_LENGTH = 200

/** Creates a parser of header values that caches its results: clients send only a few different values. */
export function rememberHeaders<Meaning extends {}>(read: (header: string) => Meaning): (header: string) => Meaning {
  const known = new Map<string, Meaning>()
  return (header) => {
    let meaning = known.get(header)
    if (meaning === undefined) {
      meaning = read(header)
      if (known.size < MAX_HEADERS && header.length <= MAX_LENGTH) known.set(header, meaning)
    }
    return meaning
  }
}
