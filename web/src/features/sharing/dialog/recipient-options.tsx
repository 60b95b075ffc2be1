import { pageLimits } from '@exempta/contract/paging'
import { type ReceivingBusiness, type ShareRecipient, searchRecipients } from '@exempta/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { useSettled } from '../../../lib/hooks.ts'
import { listQuery } from '../../../lib/query.ts'
import { RelativeTime } from '../../../ui/text.tsx'
import { addressIn, RecipientName } from '../share-words.tsx'

/** Identifies a recipient: an email address, or the id of a business. */
export const recipientKey = (recipient: ShareRecipient) =>
  recipient.kind === 'business' ? recipient.id : recipient.address

export const withRecipients = (
  chosen: readonly ShareRecipient[],
  more: readonly ShareRecipient[],
): ShareRecipient[] => [
  ...new Map([...chosen, ...more].map((recipient) => [recipientKey(recipient), recipient])).values(),
]

interface RecipientOption {
  recipient: ShareRecipient
  /** When the person last shared with it. */
  lastSharedAt: string | null
}

/** What may be picked for the text that was typed: its address, then businesses, those used before first. */
export function useRecipientOptions(text: string, chosen: readonly ShareRecipient[]) {
  const typed = text.trim().slice(0, pageLimits.searchLength)
  const search = useSettled(typed)
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...listQuery(searchRecipients, { query: { search } }),
    throwOnError: false,
  })
  const isBehind = search !== typed || isPlaceholderData
  // A quick Enter must not pick what was found for other words.
  const businesses = (data?.businesses ?? []).filter(({ name }) => !isBehind || isPartOf(name, typed))
  const address = addressIn(text)
  const known = new Set(chosen.map(recipientKey))
  const options: RecipientOption[] = [
    ...(address ? [{ recipient: { kind: 'email' as const, address }, lastSharedAt: null }] : []),
    ...businesses.map(asOption),
  ].filter(({ recipient: receiver }) => !known.has(recipientKey(receiver)))
  return { options, isLoading: isFetching || isBehind, hasFailed: error !== null && !data }
}

const isPartOf = (name: string, typed: string) => name.toLowerCase().includes(typed.toLowerCase())

const asOption = ({ id, name, isVerified, lastSharedAt }: ReceivingBusiness): RecipientOption => ({
  recipient: { kind: 'business', id, name, isVerified },
  lastSharedAt,
})

interface RecipientOptionsProps {
  id: string
  options: readonly RecipientOption[]
  active: number
  onActive: (index: number) => void
  onPick: (option: RecipientOption) => void
}

/** The list below the field, which keeps the focus and handles the keys. */
export function RecipientOptions({ id, options, active, onActive, onPick }: RecipientOptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Recipients to choose">
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input, which keeps the focus
        <div
          key={recipientKey(option.recipient)}
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
          {option.recipient.kind === 'email' ? (
            <span className="inline-flex min-w-0 items-center gap-2">
              <Send aria-hidden className="size-4 shrink-0 text-ink-muted" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                Send a link to <span className="font-medium">{option.recipient.address}</span>
              </span>
            </span>
          ) : (
            <span className="min-w-0 font-medium">
              <RecipientName recipient={option.recipient} />
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
