/** Different headers whose meaning is remembered; any others are read each time. */
const MAX_HEADERS = 256
/** Characters of a header that is remembered. */
const MAX_LENGTH = 200

/** A reader of header values that remembers what it has read. Clients send a handful of different ones. */
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
