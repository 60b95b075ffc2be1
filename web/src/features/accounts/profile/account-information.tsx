import { accountLimits } from '@exempta/contract/accounts/limits'
import { getProfile, type Profile } from '@exempta/contract/accounts/profile'
import type { Role } from '@exempta/contract/people'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { MailQuestion, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

const EditAccountForm = onDemand(async () => (await import('./account-forms.tsx')).EditAccountForm)

const query = routeQuery(getProfile, {})

export const useProfile = () => useQuery(query)

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
            value: lastLoginAt ? <RelativeTime at={lastLoginAt} /> : 'This is your first login',
          },
        ]}
      />
    </Card>
  )
}

/** Name and address; Edit turns them into fields, Cancel takes the fields away with all that was typed. */
export function AccountInformation({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), accountLimits.successBannerMs)
    return () => clearTimeout(timer)
  }, [isSaved])

  function startEditing() {
    setSaved(false)
    setEditing(true)
  }
  /** The fields go away, so the focus returns to where it came from. */
  function stopEditing() {
    flushSync(() => setEditing(false))
    editButton.current?.focus()
  }
  function finish() {
    stopEditing()
    setSaved(true)
  }
  return (
    <Card
      title="Account Information"
      actions={
        !isEditing && (
          <Button ref={editButton} variant="secondary" size="sm" onClick={startEditing}>
            <Pencil aria-hidden className="size-4" />
            Edit
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {isSaved && <Banner tone="success">{texts.profile.saved}</Banner>}
        {isEditing ? (
          <EditAccountForm profile={profile} onCancel={stopEditing} onSaved={finish} />
        ) : (
          <>
            <Facts
              facts={[
                { label: 'Full Name', value: profile.name },
                { label: 'Email Address', value: profile.email },
              ]}
            />
            {profile.pendingEmail && <PendingAddress address={profile.pendingEmail} />}
          </>
        )}
      </div>
    </Card>
  )
}

function PendingAddress({ address }: { address: string }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-subtle px-3 py-2">
      <MailQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <span className="min-w-0">
        We sent a link to <strong className="font-medium break-words">{address}</strong>. Open it to change
        your address. Until then, your old address stays.
      </span>
    </p>
  )
}

const ChangePasswordDialog = onDemand(async () => (await import('./account-forms.tsx')).ChangePasswordDialog)

export function ChangePasswordRow({ title, buttonLabel }: { title: string; buttonLabel: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingRow
      title={title}
      description="When you change it, we log you out everywhere else."
      actions={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {buttonLabel}
        </Button>
      }
    >
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </SettingRow>
  )
}
