/** Messages between the processes of this benchmark. */

/** One chat: how its person is let in, and the stream that both of its tabs follow. */
export interface ChatSeat {
  headers: Record<string, string>
  stream: string
}

export interface ChatPlace {
  socketUrl: string
  seats: ChatSeat[]
}

export interface SendOrder {
  count: number
  perSecond: number
}

export interface Delivered {
  /** From the moment a message leaves one tab to its arrival in the other. */
  latenciesMs: number[]
  lost: number
  doubled: number
}
