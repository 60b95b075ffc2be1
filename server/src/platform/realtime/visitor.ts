import type { ChatMessage } from '@exempta/contract/chat'
import type { Stream } from '@exempta/contract/events'
import type { Actor } from '../db/actor.ts'

/** Who is behind a socket. */
export interface Visitor {
  actor: Actor
  session: { id: string; expiresAt: Date } | null
  /** By which a feature may know a guest. */
  cookies: Readonly<Record<string, string | undefined>>
}

/** Asks anew who it is; undefined when the session is over. */
export type Identify = () => Promise<Visitor | undefined>

/** Who comes with a socket. */
export interface Arrival {
  /** The person and the guest's thread: the socket is counted under the first and closed with either. */
  holders: readonly string[]
  identify: Identify
  /** Counts one act against what its source may do in a minute; false when that is too much, or the process is. */
  mayAct(): Promise<boolean>
}

/** How features open the streams they own. A guest passes only where one of them says so. */
export interface StreamGrants {
  /** The guest's thread that the cookies open. Without it, and without a session, there is no socket. */
  guestOf(cookies: Visitor['cookies']): Promise<string | undefined>
  mayFollow(visitor: Visitor, kind: 'chat' | 'document', id: string): Promise<boolean>
}

/** Until a feature owns such streams. */
export const noGrants: StreamGrants = { guestOf: async () => undefined, mayFollow: async () => false }

/** Sends a message that came over a socket, by the rules of the route; null when it is refused. */
export type HandleSocketMessage = (
  visitor: Visitor,
  chatId: string,
  untrusted: { clientId: string; text: string },
) => Promise<ChatMessage | null>

/** Hears who follows what in this process. */
export interface StreamWatch {
  joined(actor: Actor, stream: Stream): void
  left(actor: Actor, stream: Stream): void
}
