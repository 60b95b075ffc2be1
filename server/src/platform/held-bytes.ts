/** The bytes of an upload that must not outlast it: held in memory only, and overwritten with every copy made here. */
export class HeldBytes {
  readonly #pieces: Buffer[] = []
  #sizeBytes = 0

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#sizeBytes += piece.length
  }

  /** All of them in one piece. */
  join(): Buffer {
    const whole = Buffer.concat(this.#pieces)
    this.#pieces.push(whole)
    return whole
  }

  erase(): void {
    for (const piece of this.#pieces) piece.fill(0)
  }
}
