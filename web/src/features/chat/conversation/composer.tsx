import { limits } from '@exempta/contract/limits'
import { SendHorizontal } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { controlClass } from '../../../ui/control-class.ts'
import { keepDraft, keptDraft } from './kept-text.ts'

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

/** Enter sends, Shift and Enter begin a new line. Nothing is sent that is empty or only spaces. */
export function Composer({ place, label, onSend, onTyping, tools, tone = 'plain', ref }: ComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => keptDraft(place))
  const isEmpty = text.trim() === ''
  // A kept draft is gone on with at its end.
  useEffect(
    () => input.current?.setSelectionRange(input.current.value.length, input.current.value.length),
    [],
  )

  function write(next: string) {
    setText(next)
    keepDraft(place, next)
  }
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    insert: (words) => {
      write(text.trim() ? `${text.trimEnd()} ${words}` : words)
      input.current?.focus()
    },
  }))
  function send() {
    if (isEmpty) return
    onSend(text.trim())
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
        maxLength={limits.chatMessageLength}
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
