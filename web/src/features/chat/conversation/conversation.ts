import type { ChatMessage } from '@exempta/contract/chat-message'
import { liveLimits } from '@exempta/contract/live-limits'
import { ApiError } from '../../../lib/api-error.ts'

/**
 * One conversation as either side sees it. What is written waits here until the server has it, is sent in order and
 * again after every failure that may pass, always under the same id: the server stores it once.
 */

export interface Outgoing {
  clientId: string
  text: string
  kind: 'message' | 'note'
  /** Why it will not be sent by itself. */
  failure?: string
}

export interface Window {
  items: readonly ChatMessage[]
  hasOlder: boolean
  personReadSeq: number
  agentReadSeq: number
}

interface ConversationState extends Window {
  outgoing: readonly Outgoing[]
}

interface ConversationCalls {
  send(message: Outgoing): Promise<ChatMessage>
  loadOlder(before: number): Promise<{ items: readonly ChatMessage[]; hasOlder: boolean }>
  /** The words for a failure that trying again cannot mend; undefined when it can. */
  finalFailure(error: unknown): string | undefined
  /** Keeps what was not sent over a reload. */
  keep(outgoing: readonly Outgoing[]): void
}

interface ConversationOptions {
  calls: ConversationCalls
  first: Window
  unsent?: readonly Outgoing[]
  retryMs?: readonly number[]
}

export class Conversation {
  readonly #calls: ConversationCalls
  readonly #retryMs: readonly number[]
  readonly #messages = new Map<number, ChatMessage>()
  readonly #listeners = new Set<() => void>()
  #state: ConversationState
  #isSending = false
  #isOver = false
  #wake: (() => void) | undefined

  constructor({ calls, first, unsent = [], retryMs = liveLimits.realtimeReconnectMs }: ConversationOptions) {
    this.#calls = calls
    this.#retryMs = retryMs
    this.#state = { ...first, items: [], outgoing: unsent }
    this.refresh(first)
    void this.#flush()
  }

  get state(): ConversationState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The newest messages were fetched again: what is known already stays as it is. */
  refresh({ items, hasOlder, personReadSeq, agentReadSeq }: Window): void {
    const oldest = this.#state.items[0]?.seq
    const isFurther = oldest !== undefined && items[0] !== undefined && oldest < items[0].seq
    for (const message of items) this.#messages.set(message.seq, message)
    this.#show({
      hasOlder: isFurther ? this.#state.hasOlder : hasOlder,
      personReadSeq: Math.max(personReadSeq, this.#state.personReadSeq),
      agentReadSeq: Math.max(agentReadSeq, this.#state.agentReadSeq),
    })
  }

  receive(message: ChatMessage): void {
    this.#messages.set(message.seq, message)
    this.#show({})
  }

  noteRead(by: 'person' | 'agent', seq: number): void {
    const key = by === 'person' ? 'personReadSeq' : 'agentReadSeq'
    if (seq > this.#state[key]) this.#show({ [key]: seq })
  }

  async loadOlder(): Promise<void> {
    const oldest = this.#state.items[0]
    if (!oldest || !this.#state.hasOlder) return
    const { items, hasOlder } = await this.#calls.loadOlder(oldest.seq)
    for (const message of items) this.#messages.set(message.seq, message)
    this.#show({ hasOlder })
  }

  send(text: string, kind: Outgoing['kind'] = 'message'): void {
    this.#setOutgoing([...this.#state.outgoing, { clientId: crypto.randomUUID(), text, kind }])
    void this.#flush()
  }

  /** The person asks to try what failed once more, or to forget it. */
  retry(clientId: string): void {
    const again = ({ failure: _, ...message }: Outgoing) => message
    this.#setOutgoing(
      this.#state.outgoing.map((message) => (message.clientId === clientId ? again(message) : message)),
    )
    void this.#flush()
  }

  discard(clientId: string): void {
    this.#setOutgoing(this.#state.outgoing.filter((message) => message.clientId !== clientId))
  }

  /** The connection is back, so waiting retries start now. */
  hurry(): void {
    this.#wake?.()
  }

  close(): void {
    this.#isOver = true
    this.#wake?.()
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    let failures = 0
    for (;;) {
      const next = this.#state.outgoing.find(({ failure }) => failure === undefined)
      if (!next || this.#isOver) break
      try {
        this.receive(await this.#calls.send(next))
        failures = 0
      } catch (error) {
        const failure = this.#calls.finalFailure(error)
        if (failure === undefined) await this.#pause(failures++)
        else this.#fail(next.clientId, failure)
      }
    }
    this.#isSending = false
  }

  #fail(clientId: string, failure: string): void {
    this.#setOutgoing(
      this.#state.outgoing.map((message) =>
        message.clientId === clientId ? { ...message, failure } : message,
      ),
    )
  }

  #pause(failures: number): Promise<void> {
    const ms = this.#retryMs[Math.min(failures, this.#retryMs.length - 1)] ?? 0
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #setOutgoing(outgoing: readonly Outgoing[]): void {
    this.#calls.keep(outgoing)
    this.#state = { ...this.#state, outgoing }
    this.#notifyListeners()
  }

  /** In the order of the thread; what arrived is no longer on its way. */
  #show(changes: Partial<ConversationState>): void {
    const items = [...this.#messages.values()].sort((one, other) => one.seq - other.seq)
    const arrived = new Set(items.map(({ clientId }) => clientId))
    const outgoing = this.#state.outgoing.filter(({ clientId }) => !arrived.has(clientId))
    if (outgoing.length < this.#state.outgoing.length) this.#calls.keep(outgoing)
    this.#state = { ...this.#state, ...changes, items, outgoing }
    this.#notifyListeners()
  }

  #notifyListeners(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

const passing = new Set(['offline', 'internal', 'unavailable', 'too-many-requests'])

/** Undefined when the same may work in a moment. */
export function finalFailure(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) throw error
  return passing.has(error.code) ? undefined : error.message
}
