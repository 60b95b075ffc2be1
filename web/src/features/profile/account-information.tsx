import { limits } from '@exempta/contract/limits'
import type { Profile } from '@exempta/contract/profile'
import { texts } from '@exempta/contract/texts'
import { MailQuestion, Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const EditAccountForm = lazy(() => import('./edit-account-form.tsx'))

/** Name and address; Edit turns them into fields, Cancel takes the fields away with all that was typed. */
export function AccountInformation({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), limits.successBannerMs)
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
          <Suspense fallback={<Spinner label="Loading…" />}>
            <EditAccountForm profile={profile} onCancel={stopEditing} onSaved={finish} />
          </Suspense>
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
        We sent a link to <strong className="font-medium break-words">{address}</strong>. Your address changes
        when it is opened; until then the old one stays.
      </span>
    </p>
  )
}
