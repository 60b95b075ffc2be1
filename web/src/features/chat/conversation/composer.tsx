import type { SignalMessage } from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'
import { cleanLines } from '@exempta/contract/text'
import { SendHorizontal } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { controlClass } from '../../../ui/text-input.tsx'
import type { Outgoing } from './conversation.ts'

/** What was written and not sent: kept in this tab alone, over a reload and a sign-in. */

const draftKey = (place: string) => `exempta.chat.draft.${place}`
const unsentKey = (place: string) => `exempta.chat.unsent.${place}`

const storedDraft = (place: string): string => sessionStorage.getItem(draftKey(place)) ?? ''

function storeDraft(place: string, text: string) {
  if (text) sessionStorage.setItem(draftKey(place), text)
  else sessionStorage.removeItem(draftKey(place))
}

export function storedUnsent(place: string): Outgoing[] {
  const kept = sessionStorage.getItem(unsentKey(place))
  return kept === null ? [] : (JSON.parse(kept) as Outgoing[])
}

export function storeUnsent(place: string, outgoing: readonly Outgoing[]) {
  if (outgoing.length > 0) sessionStorage.setItem(unsentKey(place), JSON.stringify(outgoing))
  else sessionStorage.removeItem(unsentKey(place))
}

/** The next user of this browser must not find it. */
export function forgetStored(place: string) {
  storeDraft(place, '')
  storeUnsent(place, [])
}

/** Whether the other side is typing, until shortly after the last signal. */
export function useTypingOfOthers(isOther: (from: string | null) => boolean) {
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => {
    clearTimeout(timer.current)
    setTyping(false)
  }
  const onSignal = (message: SignalMessage) => {
    if (message.name !== 'typing' || !isOther(message.from)) return
    stop()
    if (!message.payload.isTyping) return
    setTyping(true)
    timer.current = setTimeout(stop, liveLimits.chatTypingMs * 2)
  }
  return { isTyping, hear: onSignal, stop }
}

/** Signals that the person is typing, at most every few seconds, and again after each message. */
export function useTypingSignal(sendSignal: () => void) {
  const last = useRef(0)
  return {
    onTyping: () => {
      const now = Date.now()
      if (now - last.current < liveLimits.chatTypingMs) return
      last.current = now
      sendSignal()
    },
    onSent: () => {
      last.current = 0
    },
  }
}

export interface ComposerHandle {
  focus(): void
  /** Puts words behind what is written. */
  insert(text: string): void
}

interface ComposerProps {
  /** Under what the draft is kept. */
  place: string
  label: string
  onSend: (text: string) => void
  onTyping?: () => void
  tools?: ReactNode
  tone?: 'plain' | 'note'
  ref?: Ref<ComposerHandle>
}

/** Enter sends, Shift and Enter begin a new line. An empty message isn't sent. */
export function Composer({ place, label, onSend, onTyping, tools, tone = 'plain', ref }: ComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => storedDraft(place))
  const message = cleanLines(text)
  const isEmpty = message === ''
  // Continue a stored draft at its end.
  useEffect(
    () => input.current?.setSelectionRange(input.current.value.length, input.current.value.length),
    [],
  )

  function write(next: string) {
    setText(next)
    storeDraft(place, next)
  }
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    insert: (words) => {
      write(isEmpty ? words : `${text.trimEnd()} ${words}`)
      input.current?.focus()
    },
  }))
  function send() {
    if (isEmpty) return
    onSend(message)
    write('')
    input.current?.focus()
  }

  return (
    <form
      className="flex items-end gap-2 border-t border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {tools}
      <textarea
        ref={input}
        rows={1}
        aria-label={label}
        placeholder={label}
        maxLength={liveLimits.chatMessageLength}
        value={text}
        onChange={(event) => {
          write(event.target.value)
          onTyping?.()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        className={classNames(
          controlClass,
          'field-sizing-content max-h-32 min-h-10 flex-1 resize-none py-2 text-base sm:text-sm',
          tone === 'note' && 'bg-warning-soft',
        )}
      />
      <Button type="submit" disabled={isEmpty} aria-label="Send" className="shrink-0 px-3">
        <SendHorizontal aria-hidden className="size-4" />
      </Button>
    </form>
  )
}
