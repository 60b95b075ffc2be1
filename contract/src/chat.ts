import { z } from 'zod'
import { anyone, only } from './access.ts'
import { accountLimits } from './accounts/limits.ts'
import { ChatMessage } from './chat-message.ts'
import { DocumentStatus } from './documents.ts'
import { liveLimits } from './live-limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { EmailAddress, Role, UserStatus } from './people.ts'
import { defineRoute } from './route.ts'
import { FormTrap, ManyLines, OneLine, SearchText } from './text.ts'
import { texts } from './texts.ts'
import { largestInteger } from './whole-numbers.ts'

const tag = 'Chat'
const agent = only('admin')

/** Plain text, never rendered as HTML. */
const ChatText = ManyLines(liveLimits.chatMessageLength, { missing: 'Please write a message' })

const NewMessage = z.strictObject({ clientId: z.uuid(), text: ChatText })
const Seq = z.int().min(0).max(largestInteger)
const Window = z.object({
  before: z.coerce.number().int().min(1).max(largestInteger).optional().describe('Older than this one'),
  after: z.coerce.number().int().min(0).max(largestInteger).optional().describe('Newer than this one'),
})
const Messages = z.object({
  items: z.array(ChatMessage).describe('Oldest first'),
  hasOlder: z.boolean(),
})

export const chatStates = ['open', 'closed'] as const

/** A thread as its visitor or person sees it. */
export const ChatThread = Messages.extend({
  id: z.uuid(),
  status: z.enum(chatStates),
  answersTo: z.string().describe('Where replies are emailed when the person isn’t online'),
  personReadSeq: Seq,
  agentReadSeq: Seq,
})
export type ChatThread = z.infer<typeof ChatThread>

export const openChat = defineRoute({
  method: 'POST',
  path: '/api/chat/open',
  summary:
    'Get your own thread. Creates one for a logged-in person; a guest’s thread belongs to this browser.',
  tag,
  access: anyone,
  response: z.object({ thread: ChatThread.nullable().describe('Null for a guest without a thread') }),
})

export const getChatStatus = defineRoute({
  method: 'GET',
  path: '/api/chat/status',
  summary: 'Find out whether an agent is online',
  tag,
  access: anyone,
  response: z.object({ isAttended: z.boolean() }),
})

export const startGuestChat = defineRoute({
  method: 'POST',
  path: '/api/chat/guest',
  summary: 'Start a thread as a guest. Only a cookie in this browser opens it.',
  tag,
  access: anyone,
  throttle: 'guess',
  freeText: ['name'],
  body: z.strictObject({
    name: OneLine(accountLimits.nameLength, { missing: texts.chat.nameMissing }),
    email: OneLine(accountLimits.emailLength, { missing: texts.chat.emailMissing }).pipe(EmailAddress),
    website: FormTrap,
  }),
  response: z.object({ thread: ChatThread }),
  status: 201,
  errors: ['conflict'],
})

export const listChatMessages = defineRoute({
  method: 'GET',
  path: '/api/chat/messages',
  summary: 'List the messages in your thread',
  tag,
  access: anyone,
  query: Window,
  response: Messages,
  errors: ['not-found'],
})

export const sendChatMessage = defineRoute({
  method: 'POST',
  path: '/api/chat/messages',
  summary: 'Send a message to support',
  tag,
  access: anyone,
  body: NewMessage,
  response: ChatMessage,
  status: 201,
  errors: ['not-found', 'too-many-requests'],
})

export const readChat = defineRoute({
  method: 'POST',
  path: '/api/chat/read',
  summary: 'Mark your thread as read up to a message',
  tag,
  access: anyone,
  body: z.strictObject({ seq: Seq }),
  response: 'nothing',
  errors: ['not-found'],
})

export const returnToChat = defineRoute({
  method: 'POST',
  path: '/api/chat/return',
  summary: 'Open a thread in this browser with the one-time link from an email',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  response: z.object({ thread: ChatThread }),
  errors: ['gone'],
})

/** `live`: started in the widget. `mail`: sent by the contact form and answered by email. */
export const chatKinds = ['live', 'mail'] as const
export const chatFilters = ['open', 'mine', 'unread', 'closed', 'all'] as const

const ChatPerson = z.object({
  userId: z.uuid().nullable().describe('Null for a guest'),
  name: z.string(),
  email: z.string(),
  isHere: z.boolean().describe('Whether the widget is connected now'),
})

export const ChatSession = z.object({
  id: z.uuid(),
  kind: z.enum(chatKinds),
  subject: z.string().nullable(),
  person: ChatPerson,
  status: z.enum(chatStates),
  assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  unread: z.int().describe('The person’s messages since an agent last read the thread'),
  threads: z.int().describe('How many threads this account or email address has'),
  lastMessage: ChatMessage.pick({ text: true, sender: true, kind: true, createdAt: true }),
})
export type ChatSession = z.infer<typeof ChatSession>

export const listChats = defineRoute({
  method: 'GET',
  path: '/api/chats',
  summary: 'List chat sessions, most recent first, one for each account or guest email address',
  tag,
  access: agent,
  query: PageQuery.extend({
    search: SearchText.optional(),
    show: z.enum(chatFilters).default('open'),
  }),
  response: pageOf(ChatSession),
})

export const getChatPresence = defineRoute({
  method: 'GET',
  path: '/api/chats/presence',
  summary: 'List the agents who are online, and count unread messages',
  tag,
  access: agent,
  response: z.object({
    agents: z.array(z.object({ id: z.uuid(), name: z.string() })),
    unread: z.int(),
    isAway: z.boolean().describe('You switched yourself away from live support'),
  }),
})

export const setAway = defineRoute({
  method: 'PUT',
  path: '/api/chats/presence',
  summary: 'Switch yourself away from live support, or back',
  tag,
  access: agent,
  body: z.strictObject({ isAway: z.boolean() }),
  response: 'nothing',
})

const byId = z.object({ id: z.uuid() })

export const ChatConversation = ChatSession.omit({ lastMessage: true, threads: true }).extend({
  ...Messages.shape,
  personReadSeq: Seq,
  agentReadSeq: Seq,
  otherThreads: z.array(
    z.object({ id: z.uuid(), subject: z.string().nullable(), createdAt: z.iso.datetime() }),
  ),
  account: z
    .object({
      role: Role,
      status: UserStatus,
      business: z.string().nullable(),
      createdAt: z.iso.datetime(),
      lastLoginAt: z.iso.datetime().nullable(),
      documents: z.array(z.object({ id: z.uuid(), name: z.string(), status: DocumentStatus })),
      documentCount: z.int(),
    })
    .nullable(),
})
export type ChatConversation = z.infer<typeof ChatConversation>

export const getChat = defineRoute({
  method: 'GET',
  path: '/api/chats/:id',
  summary: 'Get a conversation with the person’s account and document names',
  tag,
  access: agent,
  params: byId,
  response: ChatConversation,
  errors: ['not-found'],
})

export const listConversationMessages = defineRoute({
  method: 'GET',
  path: '/api/chats/:id/messages',
  summary: 'List a conversation’s messages and notes',
  tag,
  access: agent,
  params: byId,
  query: Window,
  response: Messages,
  errors: ['not-found'],
})

export const answerChat = defineRoute({
  method: 'POST',
  path: '/api/chats/:id/messages',
  summary: 'Reply to the person or add a note for other agents',
  tag,
  access: agent,
  params: byId,
  body: NewMessage.extend({ kind: z.enum(['message', 'note']) }),
  response: ChatMessage,
  status: 201,
  errors: ['not-found'],
})

export const readConversation = defineRoute({
  method: 'POST',
  path: '/api/chats/:id/read',
  summary: 'Mark a conversation as read by an agent up to a message',
  tag,
  access: agent,
  params: byId,
  body: z.strictObject({ seq: Seq }),
  response: 'nothing',
  errors: ['not-found'],
})

export const markChatUnread = defineRoute({
  method: 'POST',
  path: '/api/chats/:id/unread',
  summary: 'Mark the person’s last message as unread for all agents',
  tag,
  access: agent,
  params: byId,
  response: 'nothing',
  errors: ['not-found'],
})

export const updateChat = defineRoute({
  method: 'PATCH',
  path: '/api/chats/:id',
  summary: 'Assign, unassign, close or reopen a conversation',
  tag,
  access: agent,
  params: byId,
  body: z
    .strictObject({ isMine: z.boolean().optional(), status: z.enum(chatStates).optional() })
    .refine((changes) => Object.keys(changes).length > 0, 'Nothing to change'),
  response: 'nothing',
  errors: ['not-found'],
})

export const emailTranscript = defineRoute({
  method: 'POST',
  path: '/api/chats/:id/transcript',
  summary: 'Email the transcript to the person',
  tag,
  access: agent,
  params: byId,
  response: 'nothing',
  status: 202,
  errors: ['not-found'],
})
