// The types of Preact bring in those of browsers, which hide some of what Bun adds.

interface ReadableStream {
  text(): Promise<string>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  json(): Promise<unknown>
  blob(): Promise<Blob>
}

interface Worker {
  ref(): void
  unref(): void
}
