import { type ChatThread, returnToChat } from '@exempta/contract/chat'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText, isExpired } from '../../../lib/api-error.ts'
import { noteThread, openChatWindow } from '../../../lib/chat-window.ts'
import { useLinkToken } from '../../../lib/use-link-token.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** Hands a thread that was opened by a link to the widget, which is elsewhere on the page. */

let listener: ((thread: ChatThread) => void) | undefined

export function onReturnedThread(show: (thread: ChatThread) => void): () => void {
  listener = show
  return () => {
    listener = undefined
  }
}

export function publishReturnedThread(thread: ChatThread) {
  noteThread(true)
  listener?.(thread)
}

/** Returns to a chat from an email. Opening the page alone does not use up the link, because email scanners open links. */
export function ReturnToChat() {
  const token = useLinkToken()
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'over'>('ready')
  const [failure, setFailure] = useState<string>()

  async function open(secret: string) {
    setState('busy')
    setFailure(undefined)
    try {
      publishReturnedThread((await call(returnToChat, { body: { token: secret } })).thread)
      openChatWindow()
      setState('done')
    } catch (error) {
      setState(isExpired(error) ? 'over' : 'ready')
      if (!isExpired(error)) setFailure(errorText(error))
    }
  }

  if (token && (state === 'ready' || state === 'busy')) {
    return (
      <div className="grid gap-5">
        {failure && <Banner tone="danger">{failure}</Banner>}
        <p className="text-center text-sm text-ink-muted">
          Continue your conversation in this browser. It will close in any other browser.
        </p>
        <Button isLoading={state === 'busy'} onClick={() => void open(token)}>
          Open the conversation
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-center text-sm text-ink-muted">
        {state === 'done'
          ? 'Your conversation is open.'
          : state === 'over'
            ? 'This link has expired or was already used. The conversation is still open in the browser where you used it. Otherwise, please send us a new message.'
            : 'Send us a message. We’ll reply here or by email.'}
      </p>
      <Button onClick={openChatWindow}>Open live chat</Button>
    </div>
  )
}
