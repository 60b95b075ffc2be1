import type { Feature } from '../../platform/feature.ts'
import { chatAnswerEmail, chatTranscriptEmail } from './emails.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { chatJobHandlers } from './jobs.ts'
import { chatData, eraseChats } from './personal-data.ts'
import { chatRoutes } from './routes.ts'

export const chat: Feature<{ guests: GuestCookie }> = {
  name: 'chat',
  routes: (services, { guests }) => chatRoutes(services, guests),
  jobs: chatJobHandlers,
  emails: [chatAnswerEmail, chatTranscriptEmail],
  personalData: { contributors: [chatData], erasers: [eraseChats] },
  topics: ['chats'],
  hooks: () => ({}),
  links: ['chat'],
}
