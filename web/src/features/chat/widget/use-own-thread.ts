import {
  type ChatThread,
  listChatMessages,
  openChat,
  readChat,
  sendChatMessage,
} from '@exempta/contract/chat'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { mayHaveThread, noteThread } from '../../../lib/chat-window.ts'
import { sendLiveMessage } from '../../../lib/use-live.ts'
import { forgetStored, storedUnsent, storeUnsent } from '../conversation/composer.tsx'
import { Conversation, finalFailure } from '../conversation/conversation.ts'

/** One place for guest and person: what was written survives the sign-in. */
export const ownPlace = 'own'

interface OwnThread {
  thread: ChatThread
  conversation: Conversation
}

export type OwnThreadState =
  | { kind: 'loading' }
  | { kind: 'none' }
  | { kind: 'failed'; message: string }
  | ({ kind: 'open' } & OwnThread)

function conversationOf(thread: ChatThread): Conversation {
  return new Conversation({
    first: thread,
    unsent: storedUnsent(ownPlace),
    calls: {
      send: async ({ clientId, text }) =>
        (await sendLiveMessage(`chat:${thread.id}`, { clientId, text })) ??
        (await call(sendChatMessage, { body: { clientId, text } })),
      loadOlder: (before) => call(listChatMessages, { query: { before } }),
      finalFailure,
      keep: (outgoing) => storeUnsent(ownPlace, outgoing),
    },
  })
}

/** The thread of the current person or guest; `who` changes with a login. */
export function useOwnThread(who: string) {
  const [state, setState] = useState<OwnThreadState>({ kind: 'loading' })
  const shown = useRef<OwnThread>(undefined)
  const before = useRef(who)

  const show = useCallback((thread: ChatThread | null) => {
    const known = shown.current
    noteThread(thread !== null)
    if (!thread) {
      known?.conversation.close()
      shown.current = undefined
      setState({ kind: 'none' })
    } else if (known?.thread.id === thread.id) {
      known.conversation.refresh(thread)
      shown.current = { thread, conversation: known.conversation }
      setState({ kind: 'open', ...shown.current })
    } else {
      known?.conversation.close()
      shown.current = { thread, conversation: conversationOf(thread) }
      setState({ kind: 'open', ...shown.current })
    }
  }, [])

  const load = useCallback(async () => {
    try {
      // A guest who never wrote has nothing to be asked for.
      if (who === 'guest' && !mayHaveThread()) show(null)
      else show((await call(openChat)).thread)
    } catch (error) {
      if (!shown.current) setState({ kind: 'failed', message: errorText(error) })
    }
  }, [who, show])

  useEffect(() => {
    // Signed out: nothing stays behind for the next one.
    if (before.current !== who && before.current !== 'guest') {
      forgetStored(ownPlace)
      show(null)
    }
    before.current = who
    void load()
  }, [who, load, show])
  useEffect(() => () => shown.current?.conversation.close(), [])

  return { state, load, show }
}

export async function markRead(conversation: Conversation, seq: number): Promise<void> {
  if (seq <= conversation.state.personReadSeq) return
  conversation.noteRead('person', seq)
  // Sent again with the next message; only a read mark is lost.
  await call(readChat, { body: { seq } }).catch(() => undefined)
}
