import * as contract from '@exempta/contract/chat'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { answerChat, emailTranscript } from './console/answer-chat.ts'
import {
  getChat,
  getPresence,
  listChats,
  listConversationMessages,
  markChatUnread,
  readConversation,
  setAway,
  updateChat,
} from './console/console.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { returnToChat, startGuestChat } from './guests.ts'
import { getChatStatus, openChat } from './open-chat.ts'
import { listMessages, readChat } from './read-messages.ts'
import { sendOwnMessage, threadKeyOf } from './send-message.ts'

export function chatRoutes(services: Services, cookie: GuestCookie): Implementation[] {
  return [...threadRoutes(services, cookie), ...consoleRoutes(services)]
}

function threadRoutes(services: Services, cookie: GuestCookie): Implementation[] {
  const key = (call: Call, request: FastifyRequest) => threadKeyOf(call.actor, cookie.hashOf(request.cookies))
  return [
    implement(contract.openChat, async ({ call, request }) => ({
      thread: await openChat(services, call, key(call, request)),
    })),
    implement(contract.getChatStatus, () => getChatStatus(services)),
    implement(contract.startGuestChat, async ({ call, body, reply }) => {
      const { token, thread } = await startGuestChat(services, call, body)
      cookie.write(reply, token)
      return { thread }
    }),
    implement(contract.listChatMessages, ({ call, query, request }) =>
      listMessages(services, call, key(call, request), query),
    ),
    implement(contract.sendChatMessage, ({ call, body, request }) =>
      sendOwnMessage(services, call, key(call, request), body),
    ),
    implement(contract.readChat, async ({ call, body, request }) => {
      await readChat(services, call, key(call, request), body.seq)
      return undefined
    }),
    implement(contract.returnToChat, async ({ call, body, reply }) => {
      const { token, thread } = await returnToChat(services, call, body.token)
      cookie.write(reply, token)
      return { thread }
    }),
  ]
}

function consoleRoutes(services: Services): Implementation[] {
  return [
    implement(contract.listChats, ({ call, query }) => listChats(services, call, query)),
    implement(contract.getChatPresence, ({ call }) => getPresence(services, call)),
    implement(contract.setAway, async ({ call, body }) => {
      await setAway(services, call, body.isAway)
      return undefined
    }),
    implement(contract.markChatUnread, async ({ call, params }) => {
      await markChatUnread(services, call, params.id)
      return undefined
    }),
    implement(contract.getChat, ({ call, params }) => getChat(services, call, params.id)),
    implement(contract.listConversationMessages, ({ call, params, query }) =>
      listConversationMessages(services, call, params.id, query),
    ),
    implement(contract.answerChat, ({ call, params, body }) => answerChat(services, call, params.id, body)),
    implement(contract.readConversation, async ({ call, params, body }) => {
      await readConversation(services, call, params.id, body.seq)
      return undefined
    }),
    implement(contract.updateChat, async ({ call, params, body }) => {
      await updateChat(services, call, params.id, body)
      return undefined
    }),
    implement(contract.emailTranscript, async ({ call, params }) => {
      await emailTranscript(services, call, params.id)
      return undefined
    }),
  ]
}
