/** Messages between the processes of this benchmark. */

/** One socket to open: how to be let in, and what to follow. */
export interface Seat {
  headers: Record<string, string>
  streams: string[]
}

export interface WriteOrder {
  streams: string[]
  count: number
  perSecond: number
}

export interface Written {
  /** Each acknowledged message with the moment of its commit, from the database's own record. */
  commits: { stream: string; seq: number; atMs: number }[]
  /** From asking for the write to its acknowledgement. */
  writeMs: number[]
}

export interface Arrival {
  stream: string
  seq: number
  atMs: number
}

/** Answers one order of the process that started this one. */
export function serveOrders<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  process.on('message', async (order: Order) => process.send?.(await answer(order)))
}
