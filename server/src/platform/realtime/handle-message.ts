import type { ChatMessage } from '@exempta/contract/chat-message'
import {
  type BrowserSignalName,
  ClientMessage,
  closeCodes,
  type Stream,
  signals,
} from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import type { Connection } from './connection.ts'
import { frameOf } from './frames.ts'
import { signal } from './publish.ts'
import type { StreamGrants, Visitor } from './visitor.ts'

/**
 * `ask` means that the feature that owns this kind of stream decides (see StreamGrants). The answer never depends on
 * whether the stream exists.
 */
export type StreamAccess = 'allow' | 'deny' | 'ask'

/** Whether an actor may follow a stream. */
function streamAccess(actor: Actor, stream: Stream): StreamAccess {
  const [kind, id] = stream.split(':')
  if (kind === 'chat' || kind === 'document') return 'ask'
  if (actor.kind !== 'person') return 'deny'
  switch (kind) {
    case 'everybody':
      return 'allow'
    case 'agents':
      return allowIf(actor.role === 'admin')
    case 'person':
      return allowIf(id === actor.id)
    case 'role':
      return allowIf(id === actor.role)
    case 'business':
      return allowIf(id === actor.businessId)
    default:
      return 'deny'
  }
}

/** Which signals browsers may send where: typing in chats, and which document they review to their own business. */
const signalStreams: Record<BrowserSignalName, string> = { typing: 'chat:', reviewing: 'business:' }

const allowIf = (isAllowed: boolean): StreamAccess => (isAllowed ? 'allow' : 'deny')

/** What a message can ask of the hub. */
interface Hub {
  readonly database: Database
  readonly grants: StreamGrants
  follow(connection: Connection, stream: Stream, after: number | null): Promise<void>
  unfollow(connection: Connection, stream: Stream): void
  sendChatMessage(
    connection: Connection,
    message: { stream: Stream; clientId: string; text: string },
  ): Promise<ChatMessage | null>
}

/** Handles one message from a browser. An unknown message closes the socket, because our client never sends one. */
export async function handleMessage(hub: Hub, connection: Connection, untrusted: string): Promise<void> {
  const { visitor } = connection
  if (!visitor || !connection.isOpen) return
  const message = readMessage(untrusted)
  switch (message?.type) {
    case 'follow':
      for (const { stream, after } of message.streams) {
        if (!connection.isOpen) return
        if (await mayFollow(hub, connection, visitor, stream)) await hub.follow(connection, stream, after)
        else connection.send(frameOf({ type: 'refused', stream }))
      }
      return
    case 'unfollow':
      return hub.unfollow(connection, message.stream)
    case 'signal': {
      const { stream, name } = message
      const payload = signals[name].safeParse(message.payload)
      if (!payload.success) return connection.close(closeCodes.malformed)
      if (!connection.streams.has(stream) || !stream.startsWith(signalStreams[name])) {
        return connection.send(frameOf({ type: 'refused', stream }))
      }
      const { actor } = visitor
      const from = actor.kind === 'person' ? actor.id : null
      return hub.database.transact(actor, async (tx) => signal(tx, stream, name, payload.data, from))
    }
    case 'send': {
      const { stream, clientId } = message
      return connection.send(
        frameOf({ type: 'sent', stream, clientId, message: await hub.sendChatMessage(connection, message) }),
      )
    }
    case 'pong':
      return
    default:
      return connection.close(closeCodes.malformed)
  }
}

function readMessage(untrusted: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(untrusted)).data
  } catch {
    // Invalid JSON is treated like any other invalid message.
    return undefined
  }
}

export async function mayFollow(
  hub: Hub,
  connection: Connection,
  visitor: Visitor,
  stream: Stream,
): Promise<boolean> {
  if (connection.streams.size >= liveLimits.realtimeStreamsPerSocket && !connection.streams.has(stream))
    return false
  const access = streamAccess(visitor.actor, stream)
  if (access !== 'ask') return access === 'allow'
  const [kind, id = ''] = stream.split(':')
  return hub.grants.mayFollow(visitor, kind as 'chat' | 'document', id)
}
