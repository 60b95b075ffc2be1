/** How many messages a socket may send: a burst at once, refilled at a steady rate. */
export class MessageAllowance {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #countedAtMs: number

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#countedAtMs = nowMs
  }

  /** False when there is nothing left. */
  take(nowMs: number): boolean {
    const refill = ((nowMs - this.#countedAtMs) / 1000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + refill)
    this.#countedAtMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
