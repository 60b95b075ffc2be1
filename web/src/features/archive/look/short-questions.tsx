import { type ArchiveFileDetails, checkArchiveFile, chooseArchiveCustomer } from '@exempta/contract/archive'
import { call } from '../../../lib/api.ts'
import { KeyButton } from './key-button.tsx'

export interface QuestionProps {
  file: ArchiveFileDetails
  isBusy: boolean
  attempt: (work: () => Promise<unknown>) => Promise<void>
  areKeysOn: boolean
}

/** One decision for all places: hiding too much loses little, showing too much can’t be undone. */
export function CheckQuestion({
  file: { id, version, uncertainAreas },
  isBusy,
  attempt,
  areKeysOn,
}: QuestionProps) {
  const decide = (resolution: 'hidden' | 'fine') =>
    void attempt(() => call(checkArchiveFile, { params: { id }, body: { version, resolution } }))
  const one = uncertainAreas.length === 1
  return (
    <>
      <p>
        {one ? 'One place' : `${uncertainAreas.length} places`} may be private, such as a Social Security
        number. Do you want us to hide {one ? 'it' : 'them'}? Until you decide, only managers can see the
        pages.
      </p>
      <div className="flex flex-wrap gap-2">
        <KeyButton
          of="y"
          variant="primary"
          areKeysOn={areKeysOn}
          isLoading={isBusy}
          onPress={() => decide('hidden')}
        >
          {one ? 'Hide it' : 'Hide them'}
        </KeyButton>
        <KeyButton of="n" areKeysOn={areKeysOn} isLoading={isBusy} onPress={() => decide('fine')}>
          Nothing there is private
        </KeyButton>
      </div>
    </>
  )
}

export function CustomerQuestion({
  file: { id, customer, suggestions },
  isBusy,
  attempt,
  areKeysOn,
}: QuestionProps) {
  const choose = (customerId: string | null) =>
    void attempt(() => call(chooseArchiveCustomer, { params: { id }, body: { customerId } }))
  return (
    <>
      <p>
        The certificate is for <strong>{customer?.name ?? 'a customer without a name'}</strong>. Is this one
        of your customers?
      </p>
      <ul className="grid gap-2">
        {suggestions.map((suggestion, at) => (
          <li key={suggestion.id} className="grid gap-1 rounded-card border border-line bg-surface p-3">
            <p className="font-medium [overflow-wrap:anywhere]">
              {suggestion.name}
              {suggestion.number && ` (${suggestion.number})`}
            </p>
            <p className="text-sm text-ink-muted">{suggestion.reason}</p>
            <div>
              <KeyButton
                of={at === 0 ? 'y' : String(at + 1)}
                variant={at === 0 ? 'primary' : 'secondary'}
                areKeysOn={areKeysOn}
                isLoading={isBusy}
                onPress={() => choose(suggestion.id)}
              >
                Yes, same customer
              </KeyButton>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <KeyButton of="n" areKeysOn={areKeysOn} isLoading={isBusy} onPress={() => choose(null)}>
          No, another customer
        </KeyButton>
      </div>
    </>
  )
}
