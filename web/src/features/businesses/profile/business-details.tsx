import { accountLimits } from '@exempta/contract/accounts/limits'
import { type BusinessProfile, getBusinessProfile } from '@exempta/contract/businesses/profile'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'

const EditBusinessForm = onDemand(async () => (await import('./business-form.tsx')).EditBusinessForm)

const notGiven = <span className="font-normal text-ink-muted">Not provided</span>

function BusinessSummary({ profile }: { profile: BusinessProfile }) {
  return (
    <Card title="Account">
      <Facts
        layout="rows"
        facts={[
          { label: 'Account Type', value: 'Business' },
          {
            label: 'Verification Status',
            value: profile.isVerified ? <StatusBadge status="verified" /> : <Badge>Unverified</Badge>,
          },
          { label: 'Status', value: <StatusBadge status={profile.status} /> },
          { label: 'Tax ID', value: profile.taxId ?? notGiven },
          { label: 'Business Type', value: profile.type ?? notGiven },
          { label: 'Your role', value: profile.ownRole === 'manager' ? 'Manager' : 'Viewer' },
        ]}
      />
    </Card>
  )
}

/** What is known of the business; Edit turns it into fields, for managers. */
function BusinessInformation({ profile }: { profile: BusinessProfile }) {
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
          <EditBusinessForm profile={profile} onCancel={stopEditing} onSaved={finish} />
        ) : (
          <Facts
            facts={[
              { label: 'Business Name', value: profile.name },
              { label: 'Business Email', value: profile.email },
              { label: 'Phone Number', value: profile.phone ?? notGiven },
              { label: 'Website', value: <Website address={profile.website} /> },
              { label: 'Tax ID / EIN', value: profile.taxId ?? notGiven },
              { label: 'Business Type', value: profile.type ?? notGiven },
              { label: 'Other names', value: profile.tradeNames.join(', ') || notGiven },
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

/** `children` are the other cards of the page; the summary is shown beside all of them. */
export function BusinessDetails({ children }: { children: React.ReactNode }) {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getBusinessProfile, {}))
  if (!data) {
    return error ? (
      <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
    ) : (
      <SectionSpinner />
    )
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-6">
        <BusinessInformation profile={data} />
        {children}
      </div>
      <BusinessSummary profile={data} />
    </div>
  )
}
