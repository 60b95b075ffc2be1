import type { ChatMessage } from '@exempta/contract/chat-message'
import { Check, CheckCheck, EyeOff, StickyNote } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

interface MessageBubbleProps {
  message: ChatMessage
  /** Written by whoever looks at it, or by somebody on the same side. */
  isOwnSide: boolean
  isRead: boolean
  /** Whose name stands above; the own side needs none. */
  name: string | undefined
}

export function MessageBubble({ message, isOwnSide, isRead, name }: MessageBubbleProps) {
  const isNote = message.kind === 'note'
  const at = new Date(message.createdAt)
  return (
    <li className={classNames('flex flex-col gap-1', isOwnSide ? 'items-end' : 'items-start')}>
      {(name || isNote) && (
        <p className="flex items-center gap-1.5 px-1 text-xs text-ink-muted">
          {isNote && <StickyNote aria-hidden className="size-3.5" />}
          {isNote ? `Note by ${message.author ?? 'an agent'}` : name}
        </p>
      )}
      <p
        className={classNames(
          'max-w-[85%] rounded-2xl px-3.5 py-2 text-sm leading-6 break-words whitespace-pre-wrap',
          isNote
            ? 'border border-warning/30 bg-warning-soft text-warning-ink'
            : isOwnSide
              ? 'rounded-br-md bg-accent text-on-accent'
              : 'rounded-bl-md bg-subtle text-ink',
        )}
      >
        {message.text}
      </p>
      {message.isMasked && (
        <p className="flex max-w-[85%] gap-1.5 px-1 text-xs text-ink-muted">
          <EyeOff aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          For your safety we hid what looks like a secret number. Only what you see is kept.
        </p>
      )}
      <p className="flex items-center gap-1.5 px-1 text-xs text-ink-muted tabular-nums">
        {message.kind === 'automatic' && <span>Automatic reply ·</span>}
        <time dateTime={message.createdAt} title={at.toLocaleString()}>
          {time.format(at)}
        </time>
        {isOwnSide && !isNote && message.kind === 'message' && (
          <span className="inline-flex items-center gap-1">
            {isRead ? (
              <CheckCheck aria-hidden className="size-3.5 text-accent" />
            ) : (
              <Check aria-hidden className="size-3.5" />
            )}
            {isRead ? 'Read' : 'Delivered'}
          </span>
        )}
      </p>
    </li>
  )
}
