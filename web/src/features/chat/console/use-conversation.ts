import { answerChat, getChat, listConversationMessages, readConversation } from '@exempta/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useLiveState, useLiveStream } from '../../../lib/live-hook.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { Conversation } from '../conversation/conversation.ts'
import { finalFailure } from '../conversation/final-failure.ts'
import { keepUnsent, keptUnsent } from '../conversation/kept-text.ts'
import { useTypingOfOthers } from '../conversation/use-typing.ts'

function conversationOf(id: string): Conversation {
  return new Conversation({
    first: { items: [], hasOlder: false, personReadSeq: 0, agentReadSeq: 0 },
    unsent: keptUnsent(id),
    calls: {
      send: ({ clientId, text, kind }) =>
        call(answerChat, { params: { id }, body: { clientId, text, kind } }),
      loadOlder: (before) => call(listConversationMessages, { params: { id }, query: { before } }),
      finalFailure,
      keep: (outgoing) => keepUnsent(id, outgoing),
    },
  })
}

/** One conversation as an agent sees it: fetched, then followed live. */
export function useConversation(id: string) {
  const query = useQuery(routeQuery(getChat, { params: { id } }))
  const [conversation] = useState(() => conversationOf(id))
  useEffect(() => () => conversation.close(), [conversation])
  useEffect(() => {
    if (query.data) conversation.refresh(query.data)
  }, [query.data, conversation])

  const session = useSessionState()
  const ownId = session.status === 'signed-in' ? session.session.person.id : null
  const typing = useTypingOfOthers((from) => from !== ownId)
  const connection = useLiveState()
  useEffect(() => {
    if (connection === 'open') conversation.hurry()
  }, [connection, conversation])
  useLiveStream(`chat:${id}`, {
    onEvent: ({ name, payload }) => {
      if (name !== 'chatMessage') return
      conversation.receive(payload)
      typing.stop()
    },
    onStale: () => void query.refetch(),
    onSignal: (message) => {
      typing.hear(message)
      if (message.name === 'chatRead') conversation.noteRead(message.payload.by, message.payload.seq)
    },
  })
  return { query, conversation, isTyping: typing.isTyping, isConnected: connection === 'open' }
}

export async function tellRead(conversation: Conversation, id: string): Promise<void> {
  const { items, agentReadSeq } = conversation.state
  const seq = items.findLast(({ sender }) => sender === 'user')?.seq ?? 0
  if (seq <= agentReadSeq || document.visibilityState !== 'visible') return
  conversation.noteRead('agent', seq)
  // Told again with the next message: nothing is lost but a mark.
  await call(readConversation, { params: { id }, body: { seq } }).catch(() => undefined)
}
