import { z } from 'zod'
import { ChatMessage } from './chat-message.ts'
import { liveLimits } from './live-limits.ts'
import { roles } from './people.ts'

/** The endpoint to which each tab opens its one socket. */
export const livePath = '/api/live'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const streamPattern = new RegExp(
  `^(?:everybody|agents|role:(?:${roles.join('|')})|(?:person|business|chat|document):${uuid})$`,
)

/**
 * What events are published to and followed by: `everybody`, `role:admin`, `person:<id>`, `chat:<id>` … Only
 * open support consoles follow `agents`, so its followers are the agents who are present.
 */
export type Stream =
  | 'everybody'
  | 'agents'
  | `${'role' | 'person' | 'business' | 'chat' | 'document'}:${string}`
export const Stream = z.custom<Stream>(
  (value) => typeof value === 'string' && streamPattern.test(value),
  'This isn’t the name of a stream',
)

/** Kinds of data that a page shows and may have to fetch again. */
export const topics = [
  'account',
  'documents',
  'shares',
  'received',
  'customers',
  'coverage',
  'requests',
  'archive',
  'emails',
  'binders',
  'sales-lists',
  'business',
  'businesses',
  'notifications',
  'reports',
  'chats',
  'admin',
  'applications',
] as const
export type Topic = (typeof topics)[number]

/**
 * Everything the server pushes. Events are stored for a day and reach every follower once and in order. They
 * carry ids instead of data, so that the page fetches the data under its route's rules. Only chat messages
 * are sent whole, to the two sides of the chat.
 */
export const events = {
  changed: z.object({
    topic: z.enum(topics),
    ids: z.array(z.uuid()).max(liveLimits.realtimeEventIds),
  }),
  chatMessage: ChatMessage,
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>

/** Matters only at this moment: never stored and never replayed. */
export const signals = {
  typing: z.object({ isTyping: z.boolean() }),
  chatRead: z.object({ by: z.enum(['person', 'agent']), seq: z.int() }),
  chatState: z.object({ status: z.enum(['open', 'closed']) }),
  /** Tells consoles that this chat has changed, from this message on. */
  chatChanged: z.object({ chatId: z.uuid(), seq: z.int().nullable() }),
  /** Tells consoles that the person of a chat, or an agent, has arrived or left. */
  chatPresence: z.object({ chatId: z.uuid().nullable() }),
  /** Tells colleagues which received document this person has open; null when they leave it. */
  reviewing: z.object({ shareId: z.uuid().nullable() }),
  documentProgress: z.object({ documentId: z.uuid(), page: z.int(), pageCount: z.int() }),
} as const satisfies Record<string, z.ZodType>

/** Signals that a browser may send; all others come from the server. */
const browserSignals = ['typing', 'reviewing'] as const satisfies readonly (keyof typeof signals)[]
export type BrowserSignalName = (typeof browserSignals)[number]

export type SignalName = keyof typeof signals
export type SignalPayload<Name extends SignalName> = z.infer<(typeof signals)[Name]>

const Sequence = z.int().min(0)

/** What a browser may send. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('follow'),
    streams: z
      // `after` is the last sequence number seen; null the first time, to follow from now on.
      .array(z.strictObject({ stream: Stream, after: Sequence.nullable() }))
      .min(1)
      .max(liveLimits.realtimeStreamsPerSocket),
  }),
  z.strictObject({ type: z.literal('unfollow'), stream: Stream }),
  z.strictObject({
    type: z.literal('signal'),
    stream: Stream,
    name: z.enum(browserSignals),
    payload: z.unknown(),
  }),
  // For the person's own chat. Checked like the route's message; only the route explains a refusal.
  z.strictObject({ type: z.literal('send'), stream: Stream, clientId: z.uuid(), text: z.string() }),
  z.strictObject({ type: z.literal('pong') }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

export type EventMessage = {
  [Name in EventName]: {
    type: 'event'
    stream: Stream
    seq: number
    name: Name
    payload: EventPayload<Name>
  }
}[EventName]

export type SignalMessage = {
  [Name in SignalName]: {
    type: 'signal'
    stream: Stream
    /** The sender; null if it was the server or a guest. */
    from: string | null
    name: Name
    payload: SignalPayload<Name>
  }
}[SignalName]

/** What the server may send. */
export type ServerMessage =
  | EventMessage
  | SignalMessage
  /** Every event after `seq` will be sent. */
  | { type: 'following'; stream: Stream; seq: number }
  /** Missed events are no longer stored: fetch again; every event after `seq` will be sent. */
  | { type: 'reset'; stream: Stream; seq: number }
  /** The stream does not exist, or this person may not follow it. */
  | { type: 'refused'; stream: Stream }
  /**
   * The stored message; null if it was not accepted here, in which case the route accepts it or explains why
   * not.
   */
  | { type: 'sent'; stream: Stream; clientId: string; message: ChatMessage | null }
  | { type: 'ping' }

/** Why a socket was closed. Clients reconnect after every code except `sessionEnded`. */
export const closeCodes = {
  tooLarge: 1009,
  failed: 1011,
  restarting: 1012,
  full: 1013,
  malformed: 4400,
  sessionEnded: 4401,
  rightsChanged: 4403,
  tooSlow: 4408,
  tooManySockets: 4409,
  tooManyMessages: 4429,
} as const

/** The reason sent with `sessionEnded`. */
export const sessionEndReasons = ['signed-out', 'expired', 'revoked', 'not-active'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]
