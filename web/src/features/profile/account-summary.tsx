import type { Role } from '@exempta/contract/people'
import type { Profile } from '@exempta/contract/profile'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const accountTypes: Record<Role, string> = { user: 'User', business: 'Business', admin: 'Administrator' }

/** The side card: who this is, and since when. */
export function AccountSummary({ profile }: { profile: Profile }) {
  const { id, name, email, role, status, memberSince, lastLoginAt } = profile
  return (
    <Card>
      <div className="mb-3 grid justify-items-center gap-1 text-center">
        <Avatar id={id} name={name || email} size="lg" />
        <p className="mt-2 text-base font-semibold break-words">{name}</p>
        <p className="max-w-full break-words text-ink-muted">{email}</p>
      </div>
      <Facts
        layout="rows"
        facts={[
          { label: 'Account Type', value: accountTypes[role] },
          { label: 'Status', value: <StatusBadge status={status} /> },
          {
            label: 'Member Since',
            value: new Date(memberSince).toLocaleDateString(undefined, { dateStyle: 'long' }),
          },
          {
            label: 'Last Login',
            value: lastLoginAt ? <RelativeTime at={lastLoginAt} /> : 'This is your first',
          },
        ]}
      />
    </Card>
  )
}
