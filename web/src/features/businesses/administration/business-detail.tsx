import { businessStatuses } from '@exempta/contract/businesses'
import {
  type Business,
  changeBusinessStatus,
  getBusiness,
  removeBusiness,
} from '@exempta/contract/businesses/administration'
import { texts } from '@exempta/contract/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { failureText, isNotFound, orThrowText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { refreshAdmin, routeMutation, routeQuery } from '../../../lib/query.ts'
import { VerifiedMark } from '../../../shared/document-marks.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.ts'
import { BusinessEvidence } from './business-evidence.tsx'
import { BusinessMembers } from './business-members.tsx'

const EditBusinessDialog = onDemand(async () => (await import('./business-forms.tsx')).EditBusinessDialog)

const notGiven = <span className="font-normal text-ink-muted">Not provided</span>

/** Opened in a new tab without telling the website where the visitor comes from. */
const WebsiteLink = ({ address }: { address: string }) => (
  <a
    href={address}
    target="_blank"
    rel="noreferrer noopener"
    className="text-accent-ink underline underline-offset-4 [overflow-wrap:anywhere]"
  >
    {address}
  </a>
)

function BusinessInformation({ business }: { business: Business }) {
  const { email, type, taxId, registeredAt, documentsReceived, userCount } = business
  const { phone, website, address } = business
  return (
    <Card title="Business Information">
      <Facts
        facts={[
          { label: 'Email', value: email },
          { label: 'Business Type', value: type ?? notGiven },
          { label: 'Tax ID', value: taxId ?? notGiven },
          {
            label: 'Registration Date',
            value: new Date(registeredAt).toLocaleDateString(undefined, { dateStyle: 'long' }),
          },
          { label: 'Documents Received', value: documentsReceived.toLocaleString() },
          { label: 'Total Users', value: userCount.toLocaleString() },
          { label: 'Phone Number', value: phone ?? notGiven },
          { label: 'Website', value: website ? <WebsiteLink address={website} /> : notGiven },
          {
            label: 'Business Address',
            value: address ? <span className="whitespace-pre-line">{address}</span> : notGiven,
          },
        ]}
      />
    </Card>
  )
}

const words = {
  active: { act: 'Activate', meaning: 'Can receive and review documents and invite people.' },
  inactive: {
    act: 'Make inactive',
    meaning: 'Can view and download documents, but not receive or review them or invite people.',
  },
  pending: { act: 'Set to pending', meaning: 'Can be set up, but can’t receive documents yet.' },
}

/** Each change is saved at once, and the business is notified. */
function BusinessStatusChange({ business }: { business: Business }) {
  const { id, version, status, isVerified, name } = business
  const change = useMutation({
    ...routeMutation(changeBusinessStatus),
    onSuccess: (saved, { body }) =>
      toast.success(
        'status' in body
          ? `${name} is now ${saved.status}.`
          : `${name} is ${saved.isVerified ? 'now verified' : 'no longer verified'}.`,
      ),
    onError: (error, { body }) =>
      toast.error(
        failureText(error, 'status' in body ? texts.admin.statusFailed : texts.admin.verificationFailed),
      ),
    onSettled: refreshAdmin,
  })
  return (
    <Card title="Status">
      <div className="grid gap-4">
        <div className="grid justify-items-start gap-1.5">
          <StatusBadge status={status} />
          <p className="text-ink-muted">{words[status].meaning}</p>
        </div>
        <div className="grid gap-2">
          {businessStatuses
            .filter((one) => one !== status)
            .map((one) => (
              <Button
                key={one}
                variant={one === 'active' ? 'primary' : 'secondary'}
                disabled={change.isPending}
                onClick={() => change.mutate({ params: { id }, body: { version, status: one } })}
              >
                {words[one].act}
              </Button>
            ))}
        </div>
        <div className="border-t border-line pt-4">
          <Switch
            label="Verified"
            hint="People see a verified badge next to the name when they share."
            isOn={isVerified}
            isDisabled={change.isPending}
            onChange={(isOn) => change.mutate({ params: { id }, body: { version, isVerified: isOn } })}
          />
        </div>
      </div>
    </Card>
  )
}

function BusinessActions({ business }: { business: Business }) {
  const { id, name, userCount } = business
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  async function remove() {
    await orThrowText(
      texts.admin.deleteBusinessFailed,
      call(removeBusiness, { params: { id }, body: { name } }),
    )
    toast.success(`Deleted ${name}.`)
    await navigate('/admin/businesses', { replace: true })
    void refreshAdmin()
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      <Button variant="secondary" onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {open === 'edit' && <EditBusinessDialog business={business} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Delete Business"
        question="We’ll close its team members’ accounts, revoke everything shared with it and notify the owners. This cannot be undone."
        subject={`${name} · ${userCount === 1 ? '1 user' : `${userCount} users`}`}
        typedConfirmation={name}
        confirmLabel="Delete"
        onConfirm={remove}
      />
    </>
  )
}

const listPath = '/admin/businesses'

interface BusinessDetailProps {
  id: string
  /** What other features know about it: the documents it received, and its history. */
  documents: ReactNode
  history: ReactNode
}

export function BusinessDetail({ id, documents, history }: BusinessDetailProps) {
  const {
    data: business,
    error,
    refetch,
    isRefetching,
  } = useQuery(routeQuery(getBusiness, { params: { id } }))
  if (error && (!business || isNotFound(error))) {
    return (
      <>
        <PageHeader title="Business Detail" />
        <div className="grid justify-items-start gap-4">
          {isNotFound(error) ? (
            <Banner tone="danger" className="w-full">
              {texts.admin.businessNotFound}
            </Banner>
          ) : (
            <div className="w-full">
              <FailedState
                message={`${texts.admin.businessDetailsFailed}. ${texts.admin.businessNotFound}.`}
                onRetry={() => void refetch()}
                isRetrying={isRefetching}
              />
            </div>
          )}
          <LinkButton to={listPath}>Return to Businesses</LinkButton>
        </div>
      </>
    )
  }
  if (!business) {
    return (
      <>
        <PageHeader title="Business Detail" />
        <SectionSpinner />
      </>
    )
  }
  return (
    <>
      <BackLink to={listPath}>Back to Businesses</BackLink>
      <PageHeader
        title={
          <span className="[overflow-wrap:anywhere]">
            {business.name}
            {business.isVerified && <VerifiedMark />}
          </span>
        }
        actions={<BusinessActions business={business} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <BusinessInformation business={business} />
          <BusinessMembers businessId={id} />
          {documents}
        </div>
        <div className="grid min-w-0 gap-6">
          <BusinessStatusChange business={business} />
          <BusinessEvidence business={business} />
          {history}
        </div>
      </div>
    </>
  )
}
