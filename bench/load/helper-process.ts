import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

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
