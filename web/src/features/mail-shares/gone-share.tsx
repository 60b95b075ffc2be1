import { Link2Off } from 'lucide-react'
import { AccountCard } from '../../ui/account-card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Over, taken back, or never there: whoever asks is not told which. */
export function GoneShare() {
  return (
    <AccountCard title="This link is no longer valid">
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
          <Link2Off aria-hidden className="size-6" />
        </span>
        <p className="text-ink-muted">
          Its time is over, or the sender has taken it back. Please ask the person who sent it to share the
          documents again.
        </p>
        <LinkButton to="/" variant="secondary" className="mt-2 w-full">
          Return Home
        </LinkButton>
      </div>
    </AccountCard>
  )
}
