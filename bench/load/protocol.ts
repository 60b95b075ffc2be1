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
