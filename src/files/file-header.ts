/**
 * The beginning of the binary files of a snapshot that have sections: magic bytes, the length of the header as u32 (little-endian),
 * and the header, JSON in UTF-8.
 */

/** Number of bytes before the header. */
export function bytesBeforeHeader(magic: string): number {
  return magic.length + 4
}

/** Writes magic bytes, length and header to the beginning of `file`; `json` is the header in UTF-8. */
export function writeHeader(file: Uint8Array<ArrayBuffer>, magic: string, json: Uint8Array): void {
  file.set(Buffer.from(magic, 'latin1'))
  new DataView(file.buffer, file.byteOffset).setUint32(magic.length, json.byteLength, true)
  file.set(json, bytesBeforeHeader(magic))
}

/** Reads the header; `fault` makes the error from a reason, which is the end of a sentence about the file. */
export function readHeader<Header>(
  file: Uint8Array,
  magic: string,
  fault: (reason: string, options?: ErrorOptions) => Error,
): Header {
  const start = bytesBeforeHeader(magic)
  const decoder = new TextDecoder()
  if (file.byteLength < start || decoder.decode(file.subarray(0, magic.length)) !== magic)
    throw fault(`does not begin with ${magic}`)
  const end = start + new DataView(file.buffer, file.byteOffset).getUint32(magic.length, true)
  if (end > file.byteLength) throw fault('ends inside its header')
  try {
    return JSON.parse(decoder.decode(file.subarray(start, end)))
  } catch (cause) {
    throw fault('has a header that is not JSON', { cause })
  }
}
