import type { BusinessProfile } from '@exempta/contract/business-profile'
import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const EditBusinessForm = lazy(() => import('./edit-business-form.tsx'))

const notGiven = <span className="font-normal text-ink-muted">Not given</span>

/** What is known of the business; Edit turns it into fields, for managers. */
export function BusinessInformation({ profile }: { profile: BusinessProfile }) {
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
      title="Business Information"
      actions={
        profile.ownRole === 'manager' &&
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
            <EditBusinessForm profile={profile} onCancel={stopEditing} onSaved={finish} />
          </Suspense>
        ) : (
          <Facts
            facts={[
              { label: 'Business Name', value: profile.name },
              { label: 'Business Email', value: profile.email },
              { label: 'Phone Number', value: profile.phone ?? notGiven },
              { label: 'Website', value: <Website address={profile.website} /> },
              {
                label: 'Business Address',
                value: profile.address ? (
                  <span className="whitespace-pre-line">{profile.address}</span>
                ) : (
                  notGiven
                ),
              },
            ]}
          />
        )}
      </div>
    </Card>
  )
}

const Website = ({ address }: { address: string | null }) =>
  address ? (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-sm text-accent-ink underline decoration-accent/40 underline-offset-4"
    >
      {address}
    </a>
  ) : (
    notGiven
  )
