import type { Feature } from '../../platform/feature.ts'
import { chatAnswerMail, chatTranscriptMail } from './emails.ts'
import type { GuestCookie } from './guests.ts'
import { answerAutomatically, mailAnswer, sweepChats } from './jobs.ts'
import { chatData, eraseChats } from './personal-data.ts'
import { chatRoutes } from './routes.ts'

export const chat: Feature<{ guests: GuestCookie }> = {
  name: 'chat',
  routes: (services, { guests }) => chatRoutes(services, guests),
  jobs: (services) => [answerAutomatically(services), mailAnswer(services), sweepChats(services)],
  emails: [chatAnswerMail, chatTranscriptMail],
  personalData: { contributors: [chatData], erasers: [eraseChats] },
  topics: ['chats'],
  links: ['chat'],
}
