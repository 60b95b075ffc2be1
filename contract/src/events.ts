import { z } from 'zod'
import { ChatMessage } from './chat.ts'
import { limits } from './limits.ts'
import { roles } from './people.ts'

/** Where each tab opens its one socket. */
export const livePath = '/api/live'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const streamPattern = new RegExp(
  `^(?:everybody|agents|role:(?:${roles.join('|')})|(?:person|business|chat|document):${uuid})$`,
)

/**
 * What an event is sent to and followed by: `everybody`, `role:admin`, `person:<id>`, `chat:<id>` … `agents` is
 * followed by open consoles of live support alone: who follows it is there to answer.
 */
export type Stream =
  | 'everybody'
  | 'agents'
  | `${'role' | 'person' | 'business' | 'chat' | 'document'}:${string}`
export const Stream = z.custom<Stream>(
  (value) => typeof value === 'string' && streamPattern.test(value),
  'This isn’t the name of a stream',
)

/** What can be shown on a page and go out of date. */
export const topics = [
  'account',
  'documents',
  'shares',
  'received',
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
 * What the server pushes, defined here alone. Events are stored for a day and reach every follower once and
 * in order. They carry ids, not what belongs to them: the page fetches that by the rules of its route. Only what
 * is said in a chat travels whole, to the two sides of that chat.
 */
export const events = {
  changed: z.object({
    topic: z.enum(topics),
    ids: z.array(z.uuid()).max(limits.realtimeEventIds),
  }),
  chatMessage: ChatMessage,
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>

/** What is worth telling only now: never stored, never caught up with. */
export const signals = {
  typing: z.object({ isTyping: z.boolean() }),
  chatRead: z.object({ by: z.enum(['person', 'agent']), seq: z.int() }),
  chatState: z.object({ status: z.enum(['open', 'closed']) }),
  /** To the consoles: something about this chat is new, from this message on. */
  chatChanged: z.object({ chatId: z.uuid(), seq: z.int().nullable() }),
  /** To the consoles: the person of a chat, or an agent, came or went. */
  chatPresence: z.object({ chatId: z.uuid().nullable() }),
  documentProgress: z.object({ documentId: z.uuid(), page: z.int(), pageCount: z.int() }),
} as const satisfies Record<string, z.ZodType>

/** Those a browser may send; the others come from the server alone. */
const browserSignals = ['typing'] as const satisfies readonly (keyof typeof signals)[]
export type BrowserSignalName = (typeof browserSignals)[number]

export type SignalName = keyof typeof signals
export type SignalPayload<Name extends SignalName> = z.infer<(typeof signals)[Name]>

const Sequence = z.int().min(0)

/** What a browser may say. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('follow'),
    streams: z
      // `after`: the last sequence number seen; null for the first time, when following starts from now.
      .array(z.strictObject({ stream: Stream, after: Sequence.nullable() }))
      .min(1)
      .max(limits.realtimeStreamsPerSocket),
  }),
  z.strictObject({ type: z.literal('unfollow'), stream: Stream }),
  z.strictObject({
    type: z.literal('signal'),
    stream: Stream,
    name: z.enum(browserSignals),
    payload: z.unknown(),
  }),
  // To the own chat. The text is looked at as that of the route is, which also says why something was not taken.
  z.strictObject({ type: z.literal('say'), stream: Stream, clientId: z.uuid(), text: z.string() }),
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
    /** The person it came from; null when it was the server or a guest. */
    from: string | null
    name: Name
    payload: SignalPayload<Name>
  }
}[SignalName]

/** What the server may say. */
export type ServerMessage =
  | EventMessage
  | SignalMessage
  /** Every event after `seq` follows. */
  | { type: 'following'; stream: Stream; seq: number }
  /** Events were missed that are no longer kept: fetch again; every event after `seq` follows. */
  | { type: 'reset'; stream: Stream; seq: number }
  /** No such stream, or not for this person. */
  | { type: 'refused'; stream: Stream }
  /** What was said is stored; null when it was not taken this way: the route of messages takes it or says why not. */
  | { type: 'said'; stream: Stream; clientId: string; message: ChatMessage | null }
  | { type: 'ping' }

/** Why a socket was closed. All but `sessionEnded` mean: connect again. */
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

/** Told as the reason of `sessionEnded`. */
export const sessionEndReasons = ['signed-out', 'expired', 'revoked'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]
