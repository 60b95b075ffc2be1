import { classNames } from '../../../lib/class-names.ts'
import type { Conversation, Outgoing } from './conversation.ts'

/** What is on its way, or could not be sent. */
export function OutgoingBubble({ message, conversation }: { message: Outgoing; conversation: Conversation }) {
  const { clientId, text, failure } = message
  return (
    <li className="flex flex-col items-end gap-1">
      <p
        className={classNames(
          'max-w-[85%] rounded-2xl rounded-br-md px-3.5 py-2 text-sm leading-6 break-words whitespace-pre-wrap',
          failure ? 'border border-danger/40 bg-danger-soft text-danger-ink' : 'bg-accent text-on-accent',
        )}
      >
        {text}
      </p>
      {failure ? (
        <p className="flex flex-wrap justify-end gap-x-2 px-1 text-xs text-danger-ink">
          {failure}
          <button
            type="button"
            className="font-semibold underline"
            onClick={() => conversation.retry(clientId)}
          >
            Try again
          </button>
          <button
            type="button"
            className="font-semibold underline"
            onClick={() => conversation.discard(clientId)}
          >
            Discard
          </button>
        </p>
      ) : (
        <p className="px-1 text-xs text-ink-muted">Sending…</p>
      )}
    </li>
  )
}
