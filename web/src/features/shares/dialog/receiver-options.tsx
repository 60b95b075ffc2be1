import { Send } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ReceiverName } from '../receiver-name.tsx'
import { receiverKey } from './chosen-receiver.ts'
import type { ReceiverOption } from './use-receiver-options.ts'

interface ReceiverOptionsProps {
  id: string
  options: readonly ReceiverOption[]
  active: number
  onActive: (index: number) => void
  onPick: (option: ReceiverOption) => void
}

/** The list below the field, which keeps the focus and handles the keys. */
export function ReceiverOptions({ id, options, active, onActive, onPick }: ReceiverOptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Receivers to choose">
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input, which keeps the focus
        <div
          key={receiverKey(option.receiver)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseMove={() => onActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          className={classNames(
            'flex cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2',
            index === active && 'bg-subtle',
          )}
        >
          {option.receiver.kind === 'email' ? (
            <span className="inline-flex min-w-0 items-center gap-2">
              <Send aria-hidden className="size-4 shrink-0 text-ink-muted" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                Send a link to <span className="font-medium">{option.receiver.address}</span>
              </span>
            </span>
          ) : (
            <span className="min-w-0 font-medium">
              <ReceiverName receiver={option.receiver} />
            </span>
          )}
          {option.lastSharedAt && (
            <span className="shrink-0 text-xs text-ink-muted">
              Shared <RelativeTime at={option.lastSharedAt} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
