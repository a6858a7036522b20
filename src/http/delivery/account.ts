/**
 * Memory that is held for answers under way. What several answers hold is there once, and counts once: a hundred clients
 * that read one kept answer take no more memory than the first.
 */
export class Account {
  readonly #holders = new Map<object, { readonly bytes: number; holders: number }>()
  #bytes = 0

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes
  }

  /** True where this is held already, so that to hold it once more takes nothing. */
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
