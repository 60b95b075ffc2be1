/** Apart from the routes of chats: every page behind the login knows live events, and these contain messages. */
import { z } from 'zod'

export const chatSenders = ['user', 'agent'] as const
/** `note` is visible to agents only; `automatic` and `welcome` have no author. */
const chatMessageKinds = ['message', 'note', 'automatic', 'welcome'] as const
export type ChatMessageKind = (typeof chatMessageKinds)[number]

export const ChatMessage = z.object({
  id: z.uuid(),
  seq: z.int().describe('Its position in the thread'),
  clientId: z.uuid().describe('Chosen by the sender, so that a message sent twice is stored once'),
  sender: z.enum(chatSenders),
  kind: z.enum(chatMessageKinds),
  text: z.string(),
  isMasked: z.boolean().describe('Whether private numbers were hidden before it was stored'),
  author: z.string().nullable().describe('The agent’s name; null for other messages'),
  createdAt: z.iso.datetime(),
})
export type ChatMessage = z.infer<typeof ChatMessage>
