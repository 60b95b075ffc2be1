import { Link2Off } from 'lucide-react'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { LinkButton } from '../../../ui/button.tsx'

const title = 'This link no longer works'

export const meta = () => [...pageMeta(title)(), { name: 'robots', content: 'noindex, nofollow' }]

/** Tampered with, expired, or to a document that is gone: visitors do not learn which. */
export default function ViewLinkOverPage() {
  return (
    <AccountCard title={title}>
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
          <Link2Off aria-hidden className="size-6" />
        </span>
        <p className="text-ink-muted">
          A link to a document works for one hour, and only while the document is unchanged and shared with
          you. Open the document in Exempta to get a new link.
        </p>
        <LinkButton to="/dashboard" className="mt-2 w-full">
          Open Exempta
        </LinkButton>
        <LinkButton to="/" variant="secondary" className="w-full">
          Return Home
        </LinkButton>
      </div>
    </AccountCard>
  )
}
