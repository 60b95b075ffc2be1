import type { JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { answerAutomatically, mailAnswer, sweepChats } from './jobs.ts'

export { ChatPresence, chatGrants } from './chat-presence.ts'
export { guestCookie, joinGuestChat, startGuestChat } from './guests.ts'
export { openChat } from './open-chat.ts'
export { openContactConversation } from './open-contact-conversation.ts'
export { chatData, eraseChats } from './personal-data.ts'
export { chatRoutes } from './routes.ts'
export { addMessage, handleSocketMessage } from './send-message.ts'

export const chatJobHandlers = (services: Services): JobHandler[] => [
  answerAutomatically(services),
  mailAnswer(services),
  sweepChats(services),
]
