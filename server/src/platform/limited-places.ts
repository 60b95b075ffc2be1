/** Places for what a request holds while its body arrives and is worked on: memory, open files, connections. */
import { limits } from '@exempta/contract/limits'
import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'

const busy = () => new AppError('unavailable', { retryAfterSeconds: 5 })

/** A body on its way in. It is cut when it lags behind while somebody else waits for its place. */
export class ArrivingBody {
  readonly source: string
  readonly account: string | undefined
  readonly #clock: Clock
  readonly #cut = new AbortController()
  #dueMs = 0

  constructor(clock: Clock, from: { source: string; account?: string }) {
    this.#clock = clock
    this.source = from.source
    this.account = from.account
  }

  /** Aborts, with the answer as its reason, when the body is cut. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  /** By when more must have come; never further away than the grace. */
  get dueMs(): number {
    return this.#dueMs
  }

  get isBehind(): boolean {
    return this.#clock.now().getTime() > this.#dueMs
  }

  startPace(): void {
    this.#dueMs = this.#clock.now().getTime() + limits.placeGraceMs
  }

  arrived(bytes: number): void {
    const earnedMs = (bytes / limits.placeBytesPerSecond) * 1000
    this.#dueMs = Math.min(this.#dueMs + earnedMs, this.#clock.now().getTime() + limits.placeGraceMs)
  }

  cut(): void {
    this.#cut.abort(busy())
  }
}

export interface SlotLimits {
  total: number
  perSource: number
  perAccount?: number
}

export interface Slot {
  /** From here on the place is held by work of ours, and no longer by a sender who may be slow. */
  bodyArrived(): void
}

interface Holder {
  body: ArrivingBody
  isArriving: boolean
}

/**
 * So many at a time: in all, from one source and for one account. Whoever finds one of these limits reached gets
 * the place of the slowest body under it that has fallen behind, or else is refused.
 */
export class UploadSlots {
  readonly #limits: SlotLimits
  readonly #holders = new Set<Holder>()

  constructor(slotLimits: SlotLimits) {
    this.#limits = slotLimits
  }

  async use<T>(body: ArrivingBody, work: (slot: Slot) => Promise<T>): Promise<T> {
    this.#makeRoom(body)
    const holder: Holder = { body, isArriving: true }
    this.#holders.add(holder)
    body.startPace()
    try {
      return await work({
        bodyArrived: () => {
          holder.isArriving = false
        },
      })
    } finally {
      this.#holders.delete(holder)
    }
  }

  #makeRoom({ account, source }: ArrivingBody): void {
    const { total, perSource, perAccount = total } = this.#limits
    const remaining = new Set(this.#holders)
    const rules: [most: number, counts: (holder: Holder) => boolean][] = [
      [perAccount, ({ body }) => account !== undefined && body.account === account],
      [perSource, ({ body }) => body.source === source],
      [total, () => true],
    ]
    for (const [max, counts] of rules) {
      const competing = [...remaining].filter(counts)
      if (competing.length < max) continue
      const [slowest] = competing
        .filter(({ isArriving, body }) => isArriving && body.isBehind)
        .sort((one, other) => one.body.dueMs - other.body.dueMs)
      if (!slowest) throw busy()
      remaining.delete(slowest)
    }
    for (const holder of this.#holders) {
      if (remaining.has(holder)) continue
      this.#holders.delete(holder)
      holder.body.cut()
    }
  }
}
