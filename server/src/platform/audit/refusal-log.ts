/**
 * Writes refused calls to the audit log. The first refusal is written at once; repeated ones are counted and written
 * as one row per minute, so a caller who is refused a thousand times leaves only a few rows.
 */
import type { AuditAction } from '@exempta/contract/admin/audit'
import type { ErrorCode } from '@exempta/contract/errors'
import type { Call } from '../call.ts'
import { type Actor, anonymousActor, systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import { sourceOf } from '../network-address.ts'
import type { Services } from '../services.ts'
import { holdActivePerson } from './queries.ts'
import { recordAudit } from './record-audit.ts'

const windowMs = 60_000
/** How many different refused calls are listed separately per minute, for one caller and for all callers together. */
const perCallerMax = 10
const totalMax = 100
const targetLength = 64

export interface Refusal {
  call: Call
  action: Extract<AuditAction, 'access.attempt' | 'api-key.use' | 'session.confirm'>
  /** Method and pattern of the route; undefined where there is none. */
  route: string | undefined
  /** `several` stands for refusals beyond the number that is listed separately. */
  code: ErrorCode | 'several'
}

interface Window {
  caller: string
  since: number
  /** Refusals that are counted but not written yet. */
  unwritten: number
  last: Refusal
}

export class RefusalLog {
  readonly #services: Pick<Services, 'clock' | 'database' | 'log'>
  readonly #windows = new Map<string, Window>()
  readonly #writing = new Set<Promise<void>>()

  constructor(services: Pick<Services, 'clock' | 'database' | 'log'>) {
    this.#services = services
  }

  note(refusal: Refusal): void {
    const caller = callerOf(refusal.call)
    const several: Refusal = { ...refusal, action: 'access.attempt', route: undefined, code: 'several' }
    // When very many callers are refused, their rows are merged without an actor or address.
    const everybody: Refusal = {
      ...several,
      call: { actor: anonymousActor, origin: { ip: null, userAgent: null, requestId: null } },
    }
    const isCounted =
      this.#count(caller, refusal) || this.#count(caller, several) || this.#count('everybody', everybody)
    if (isCounted) return
    const ofCaller = [...this.#windows.values()].filter((window) => window.caller === caller).length
    if (this.#windows.size >= totalMax) this.#open('everybody', everybody)
    else if (ofCaller >= perCallerMax) this.#open(caller, several)
    else this.#open(caller, refusal)
  }

  /** Writes counts that are at least a minute old, and forgets callers who have stopped. */
  async writeDue(): Promise<void> {
    const now = this.#services.clock.now().getTime()
    for (const [key, window] of this.#windows) {
      if (now - window.since < windowMs) continue
      if (window.unwritten === 0) this.#windows.delete(key)
      else this.#writeCounted(window)
      window.since = now
    }
    await this.settled()
  }

  /** Resolves when every refusal noted so far is written, except those still being counted. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async close(): Promise<void> {
    for (const window of this.#windows.values()) if (window.unwritten > 0) this.#writeCounted(window)
    this.#windows.clear()
    await this.settled()
  }

  #count(caller: string, refusal: Refusal): boolean {
    const window = this.#windows.get(keyOf(caller, refusal))
    if (!window) return false
    window.unwritten += 1
    window.last = refusal
    return true
  }

  #open(caller: string, refusal: Refusal): void {
    const since = this.#services.clock.now().getTime()
    this.#windows.set(keyOf(caller, refusal), { caller, since, unwritten: 0, last: refusal })
    this.#write(refusal, 1)
  }

  #writeCounted(window: Window): void {
    this.#write(window.last, window.unwritten)
    window.unwritten = 0
  }

  #write({ call, action, route, code }: Refusal, count: number): void {
    const { clock, database, log } = this.#services
    const entry = {
      at: clock.now(),
      action,
      result: 'refused' as const,
      details: { code, count },
      ...(route && { target: { kind: 'route' as const, id: route.slice(0, targetLength) } }),
    }
    const written = database
      .transact(systemActor, async (tx) => recordAudit(tx, await withoutErased(tx, call), entry))
      .catch((error: unknown) => log.warn({ err: error, code, count }, 'refused calls without an audit row'))
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }
}

/** An account may be erased during the minute of counting. Its address must not be written afterwards. */
async function withoutErased(tx: Transaction, { actor, origin }: Call): Promise<Call> {
  const isGone = actor.kind === 'person' && !(await holdActivePerson(tx, actor.id))
  return { actor, origin: isGone ? { ...origin, ip: null } : origin }
}

const idOf = (actor: Actor) => ('id' in actor ? actor.id : undefined)

const callerOf = ({ actor, origin }: Call): string => idOf(actor) ?? sourceOf(origin.ip ?? 'unknown')

/** The key includes the source address, so that the use of a stolen session is visible. */
const keyOf = (caller: string, { call, action, route, code }: Refusal): string =>
  code === 'several' ? caller : JSON.stringify([caller, sourceOf(call.origin.ip ?? ''), action, route, code])
