import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { chatAnswerEmail, chatTranscriptEmail } from './emails.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { chatJobHandlers } from './jobs.ts'
import { toChatMessage } from './messages.ts'
import { findAway } from './queries/presence.ts'
import { deleteChatsOf, findOwnChat, type MessageRow, nextMessages } from './queries/threads.ts'
import { chatRoutes } from './routes.ts'

/** Exports the messages of the person's thread, and whether an agent is away. Notes are private to agents. */
const chatData: DataContributor = async function* ({ clock, database }, person) {
  const find = () =>
    database.transact(person, (tx) => findOwnChat(tx, { personId: person.id }, clock.now()), {
      readOnly: true,
    })
  const away = await database.transact(systemActor, (tx) => findAway(tx, person.id), { readOnly: true })
  if (away) yield { path: 'live-support.json', value: { awaySince: away.since } }
  const chat = await find()
  if (!chat) return
  const read = (last: MessageRow | undefined, limit: number) =>
    database.transact(person, (tx) => nextMessages(tx, chat.id, last?.seq ?? 0, limit), { readOnly: true })
  async function* messages() {
    for await (const row of readInBatches(read)) {
      const { sender, kind, text, createdAt } = toChatMessage(row)
      yield { sender, kind, text, createdAt }
    }
  }
  yield { path: 'chat.json', rows: messages() }
}

const eraseChats: AccountEraser = ({ database }, personId) =>
  database.transact(systemActor, (tx) => deleteChatsOf(tx, personId))

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
