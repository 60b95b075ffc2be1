import type { ChatMessage } from '@exempta/contract/chat-message'
import type { Stream } from '@exempta/contract/events'
import type { Actor } from '../db/actor.ts'

/** The person or guest that uses a socket. */
export interface Visitor {
  actor: Actor
  session: { id: string; expiresAt: Date } | null
  /** Cookies by which a feature recognizes a guest. */
  cookies: Readonly<Record<string, string | undefined>>
}

/** Identifies the visitor again; undefined when the session has ended. */
export type Identify = () => Promise<Visitor | undefined>

/** A client that opens a socket. */
export interface Arrival {
  /** The person and the guest's thread: the socket is counted under the first and closed with either. */
  holders: readonly string[]
  identify: Identify
  /**
   * Counts one action against the source's limit per minute; false when the limit is reached or the process is
   * overloaded.
   */
  mayAct(): Promise<boolean>
}

/** How features grant access to the streams they own. A guest has access only where a feature grants it. */
export interface StreamGrants {
  /** The guest's chat that the cookies belong to. Without it and without a session, the socket is refused. */
  guestOf(cookies: Visitor['cookies']): Promise<string | undefined>
  mayFollow(visitor: Visitor, kind: 'chat' | 'document', id: string): Promise<boolean>
}

/** Used while no feature owns such streams. */
export const noGrants: StreamGrants = { guestOf: async () => undefined, mayFollow: async () => false }

/** Sends a message that came over a socket, by the rules of the route; null when it is refused. */
export type HandleSocketMessage = (
  visitor: Visitor,
  chatId: string,
  untrusted: { clientId: string; text: string },
) => Promise<ChatMessage | null>

/** Is notified who follows which stream in this process. */
export interface StreamWatch {
  joined(actor: Actor, stream: Stream): void
  left(actor: Actor, stream: Stream): void
}
