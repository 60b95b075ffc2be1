import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { limits } from './limits.ts'

/** Limits how many request bodies are received and processed at a time, since each holds memory, files and connections. */

const busy = () => new AppError('unavailable', { retryAfterSeconds: 5 })

/** A request body that is still arriving. It is aborted when it is too slow while another request needs its slot. */
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

  /** Aborts when the body is cut off; the reason is the error to answer with. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  /** When the next bytes are due; at most the grace period from now. */
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
  /** From now on our own work holds the slot and no longer a sender who may be slow. */
  bodyArrived(): void
}

interface Holder {
  body: ArrivingBody
  isArriving: boolean
}

/**
 * Limits the number of requests in total, per source and per account. When a limit is reached, a new request takes
 * the slot of the slowest body under that limit that is behind schedule. If there is none, the request is refused.
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
    const rules: [max: number, counts: (holder: Holder) => boolean][] = [
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
