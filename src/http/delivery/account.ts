/**
 * Memory held for responses in progress. Memory shared by several responses exists once and is counted once: a hundred
 * clients that read one cached response use no more memory than the first.
 */
export class Account {
  readonly #holders = new Map<object, { readonly bytes: number; holders: number }>()
  #bytes = 0

  /** Bytes currently held. */
  get bytes(): number {
    return this.#bytes
  }

  /** True if this memory is already held, so that holding it again uses no more. */
  holds(memory: object): boolean {
    return this.#holders.has(memory)
  }

  hold(memory: object, bytes: number): void {
    const known = this.#holders.get(memory)
    if (known !== undefined) known.holders += 1
    else {
      this.#holders.set(memory, { bytes, holders: 1 })
      this.#bytes += bytes
    }
  }

  release(memory: object): void {
    const known = this.#holders.get(memory)
    if (known === undefined) return
    known.holders -= 1
    if (known.holders > 0) return
    this.#holders.delete(memory)
    this.#bytes -= known.bytes
  }
}
