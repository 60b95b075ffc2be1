import { Building2 } from 'lucide-react'
import type { OpenInvitation } from './open-invitation.ts'

const rights = {
  manager: 'You will be a manager: you review documents and look after the business and its team.',
  viewer: 'You will be a viewer: you see and download the documents that the business receives.',
}

export function InvitationSummary({ invitation }: { invitation: OpenInvitation }) {
  return (
    <div className="flex gap-3 rounded-control bg-subtle p-4 text-sm">
      <Building2 aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold break-words">{invitation.business}</p>
        <p className="text-ink-muted">{rights[invitation.role]}</p>
        <p className="text-ink-muted">
          Invited: <span className="font-medium break-all text-ink">{invitation.email}</span>
        </p>
      </div>
    </div>
  )
}
