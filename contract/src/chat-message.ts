import { z } from 'zod'

export const chatSenders = ['user', 'agent'] as const
/** `note` is for agents alone; `automatic` and `welcome` were written by nobody. */
const chatMessageKinds = ['message', 'note', 'automatic', 'welcome'] as const
export type ChatMessageKind = (typeof chatMessageKinds)[number]

export const ChatMessage = z.object({
  id: z.uuid(),
  seq: z.int().describe('Its place in the thread'),
  clientId: z.uuid().describe('Chosen by whoever sent it: the same message sent twice is stored once'),
  sender: z.enum(chatSenders),
  kind: z.enum(chatMessageKinds),
  text: z.string(),
  isMasked: z.boolean().describe('Whether numbers in it were hidden before it was stored'),
  author: z.string().nullable().describe('Name of the agent; null for all else'),
  createdAt: z.iso.datetime(),
})
export type ChatMessage = z.infer<typeof ChatMessage>
