import type { JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { answerAutomatically } from './jobs/answer-automatically.ts'
import { mailAnswer } from './jobs/mail-answer.ts'
import { sweepChats } from './jobs/sweep-chats.ts'

export { chatGrants } from './chat-grants.ts'
export { ChatPresence } from './chat-presence.ts'
export { guestCookie } from './guest-cookie.ts'
export { joinGuestChat } from './join-guest-chat.ts'
export { openChat } from './open-chat.ts'
export { openContactConversation } from './open-contact-conversation.ts'
export { chatData, eraseChats } from './own-data.ts'
export { chatRoutes } from './routes.ts'
export { say } from './say.ts'
export { startGuestChat } from './start-guest-chat.ts'
export { takeSaid } from './take-said.ts'

export const chatJobHandlers = (services: Services): JobHandler[] => [
  answerAutomatically(services),
  mailAnswer(services),
  sweepChats(services),
]
