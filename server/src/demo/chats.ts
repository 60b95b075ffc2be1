import { randomUUID } from 'node:crypto'
import { updateChat } from '../features/chat/console/console.ts'
import { addMessage, openChat, openContactConversation, startGuestChat } from '../features/chat/index.ts'
import { systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Services } from '../platform/services.ts'
import { earlier } from './earlier.ts'
import { callOf } from './play-story.ts'

type Line = readonly [by: 'user' | 'agent' | 'note', daysAgo: number, text: string]

const guestLines: readonly Line[] = [
  ['user', 0.04, 'Hello! Does a church need an account before a store can ask for our certificate?'],
  ['user', 0.035, 'We have the ST-3 form as a PDF already.'],
]

const userLines: readonly Line[] = [
  ['user', 1.1, 'Before I upload our documents: will the store see our bank account number?'],
  ['agent', 1.09, 'I understand. Let me check that for you.'],
  ['note', 1.08, 'New account, nothing uploaded yet.'],
  [
    'agent',
    1.07,
    'No. It’s hidden before anyone can open the file. You see every hidden area before you share.',
  ],
  ['user', 1.05, 'Thank you, I’ll upload them!'],
]

const managerLines: readonly Line[] = [
  ['user', 5.2, 'An auditor from Minnesota is coming next month. What should I give them?'],
  [
    'agent',
    5.19,
    'Open Audits, choose the state and the period, and make the binder. Then invite the auditor.',
  ],
  ['user', 5.18, 'Can they see our other states, too?'],
  ['agent', 5.17, 'No. They see this one binder, and only until the day you choose.'],
  ['user', 5.16, 'Perfect, thanks.'],
]

const viewerLines: readonly Line[] = [
  ['user', 0.3, 'The counter says “Ask a manager” for Twin Bridges Theater. Can I sell without tax?'],
  ['agent', 0.29, 'Only if one of your managers allows it. They can do it on the same page and say why.'],
]

/** Conversations of the business's team. The one of the manager is closed. */
export async function seedTeamChats(
  services: Services,
  team: { agentId: string; managerId: string; viewerId: string; businessId: string },
): Promise<void> {
  const conversations = [
    { personId: team.managerId, lines: managerLines, isOver: true },
    { personId: team.viewerId, lines: viewerLines, isOver: false },
  ]
  for (const { personId, lines, isOver } of conversations) {
    const begin = earlier(services, (lines[0]?.[1] ?? 0) + 0.01)
    const chat = await openChat(begin, callOf(personId, 'business', team.businessId), { personId })
    if (!chat || chat.items.some(({ sender }) => sender === 'user')) continue
    await writeLines(services, chat.id, lines, team.agentId, personId)
    const agent = { ...systemCall, actor: { kind: 'person', id: team.agentId, role: 'admin' } as const }
    const at = earlier(services, lines.at(-1)?.[1] ?? 0)
    await updateChat(at, agent, chat.id, { isMine: true, ...(isOver && { status: 'closed' }) })
  }
}

/** A few conversations for the console: of a guest, of the demo's user, and by the contact form. */
export async function seedChats(
  services: Services,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<void> {
  const guest = { name: 'Grace Abernathy', email: 'grace@st-olaf-church.example' }
  const { thread } = await startGuestChat(earlier(services, 0.05), systemCall, guest)
  await writeLines(services, thread.id, guestLines, agentId)

  const own = await openChat(earlier(services, 1.2), callOf(userId, 'user'), { personId: userId })
  if (own) await writeLines(services, own.id, userLines, agentId, userId)

  const then = earlier(services, 0.4)
  await services.database.transact(systemActor, (tx) =>
    openContactConversation(then, tx, {
      name: 'Daniel Cho',
      email: 'daniel@riverside-clinic.example',
      subject: 'Invoices for several clinics',
      message: 'We are four clinics with one tax number. Can one account share for all of them?',
    }),
  )
}

async function writeLines(
  services: Services,
  chatId: string,
  lines: readonly Line[],
  agentId: string,
  userId: string | null = null,
): Promise<void> {
  for (const [by, daysAgo, text] of lines) {
    await services.database.transact(systemActor, (tx) =>
      addMessage(
        earlier(services, daysAgo),
        tx,
        { chatId },
        {
          clientId: randomUUID(),
          sender: by === 'user' ? 'user' : 'agent',
          kind: by === 'note' ? 'note' : 'message',
          authorId: by === 'user' ? userId : agentId,
          untrustedText: text,
        },
      ),
    )
  }
}
