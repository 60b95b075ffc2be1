import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Messages between the processes of this benchmark. */

/** A logged-in person. */
export interface Person {
  cookie: string
  /** The own document that has a file, where there is one, and an open link to it. */
  document?: { id: string; viewUrl: string }
  chat: string
}

/** Who is loaded: the product with its people, or the bare server with its one address. */
export type Target =
  | { kind: 'product'; origin: string; people: Person[]; sockets: number }
  | { kind: 'bare'; url: string }

/** What people do on the product. */
export const requestKinds = ['list', 'search', 'notifications', 'link', 'view', 'chat', 'upload'] as const
export type RequestKind = (typeof requestKinds)[number]

export interface Step {
  perSecond: number
  seconds: number
  /** Only requests of this kind instead of the mix. */
  only?: RequestKind
}

export interface Measured {
  /** From the moment a request was due to its whole answer, by kind of request. */
  latenciesMs: Record<string, number[]>
  failures: Record<string, number>
  /** Messages that were confirmed and did not reach the tab that waits for them. */
  chatLost: number
}

export interface Usage {
  cpuSeconds: number
  memoryBytes: number
}

/** A process of its own that answers one order at a time. */
export class HelperProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  constructor(file: string, environment: Record<string, string> = {}) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      env: { ...process.env, ...environment },
      serialization: 'advanced',
    })
    this.#ended = once(this.#child, 'exit').then(() => {
      throw new Error('A process of the benchmark ended early')
    })
    // Rejects the request that waits for an answer; nothing else is affected.
    this.#ended.catch(() => {})
  }

  async ask<Answer>(order: object): Promise<Answer> {
    const answer = once(this.#child, 'message')
    this.#child.send(order)
    const [message] = await Promise.race([answer, this.#ended])
    return message as Answer
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended.catch(() => {})
  }
}

/** In a helper process: answers the orders of the process that started it. */
export function serveOrders<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  process.on('message', async (order: Order) => process.send?.(await answer(order)))
}
