import {
  getRenewal,
  type Renewal,
  type RenewalHolder,
  renewCertificate,
} from '@exempta/contract/certificates/wallet'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { expiryOf, formatDay } from '../../../lib/format.ts'
import { failureOf, queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { MayKeepCopies } from '../../../shared/document-marks.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { PageSkeleton, SectionSpinner } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'

interface RenewCertificateProps {
  id: string
  /** The new certificate, once it is uploaded. */
  newId: string | undefined
  /** Where the new file is dropped. */
  upload: ReactNode
  /** What was read on the new one, to be confirmed. */
  reading: ReactNode
  onStartOver: () => void
}

/** From the new file to the businesses that get it, one step at a time. */
export function RenewCertificate({ id, newId, upload, reading, onStartOver }: RenewCertificateProps) {
  const [sent, setSent] = useState<number>()
  const query = useQuery(
    routeQuery(getRenewal, { params: { id }, query: newId === undefined ? {} : { with: newId } }),
  )
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  const { data } = query
  if (!data) return <PageSkeleton label="Loading certificate" />
  if (sent !== undefined) return <Sent renewal={data} count={sent} />
  return (
    <div className="grid max-w-2xl gap-6">
      <p className="[overflow-wrap:anywhere]">
        <TextLink to={`/user/documents/${id}`}>{data.document.name}</TextLink>{' '}
        <span className="text-ink-muted">
          {data.expiresOn ? `${expiryOf(data.expiresOn)}.` : 'has no expiration date that we know of.'}
        </span>
      </p>
      <NextStep renewal={data} upload={upload} reading={reading} onStartOver={onStartOver} onSent={setSent} />
    </div>
  )
}

interface NextStepProps extends Pick<RenewCertificateProps, 'upload' | 'reading' | 'onStartOver'> {
  renewal: Renewal
  onSent: (count: number) => void
}

function NextStep({ renewal, upload, reading, onStartOver, onSent }: NextStepProps) {
  const { renewal: renewed } = renewal
  if (!renewed) return <Card title="Upload the new certificate">{upload}</Card>
  const { document, doubts, isConfirmed } = renewed
  const another = (
    <Button variant="secondary" size="sm" onClick={onStartOver}>
      Choose another file
    </Button>
  )
  const final = doubts.find(({ isFinal }) => isFinal)
  if (final) {
    return (
      <Banner tone="danger" action={another}>
        {final.text}
      </Banner>
    )
  }
  if (document.status === 'processing') {
    return (
      <Card title={document.name}>
        <SectionSpinner />
        <p className="text-center text-ink-muted">
          We’re hiding private details and reading it. You can leave this page and come back.
        </p>
      </Card>
    )
  }
  if (document.status === 'failed') {
    return (
      <Banner tone="danger" action={another}>
        We couldn’t process {document.name}.{' '}
        <TextLink to={`/user/documents/${document.id}`}>See why</TextLink>
      </Banner>
    )
  }
  if (document.needsCheck) {
    return (
      <Banner
        tone="warning"
        title="Check before sharing"
        action={
          <LinkButton to={`/user/documents/${document.id}`} variant="secondary" size="sm">
            Check it
          </LinkButton>
        }
      >
        Something on {document.name} may be private. Check it, then come back.
      </Banner>
    )
  }
  return (
    <>
      {reading}
      {isConfirmed && <Recipients key={document.id} renewal={renewal} newId={document.id} onSent={onSent} />}
    </>
  )
}

interface RecipientsProps {
  renewal: Renewal
  newId: string
  onSent: (count: number) => void
}

const canGet = ({ isActive, hasNew }: RenewalHolder) => isActive && !hasNew

/** Nothing is sent by itself: the owner agrees for each business. */
function Recipients({ renewal, newId, onSent }: RecipientsProps) {
  const { holders, document } = renewal
  const [declined, setDeclined] = useState<ReadonlySet<string>>(
    new Set(holders.filter(({ otherSeller }) => otherSeller !== null).map(({ id }) => id)),
  )
  const [isAnyway, setAnyway] = useState(false)
  const doubts = renewal.renewal?.doubts ?? []
  const chosen = holders.filter((holder) => canGet(holder) && !declined.has(holder.id))
  const send = useMutation({
    ...routeMutation(renewCertificate),
    onSuccess: async ({ sent }) => {
      onSent(sent)
      await Promise.all(
        ['documents', 'shares'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      )
    },
    // A business may have become inactive meanwhile: the boxes then show it.
    onError: () => queryClient.invalidateQueries({ queryKey: ['documents'] }),
  })
  function choose(id: string, isChosen: boolean) {
    const next = new Set(declined)
    if (isChosen) next.delete(id)
    else next.add(id)
    setDeclined(next)
  }
  return (
    <Card title={questionOf(holders.length)}>
      <div className="grid gap-4">
        {holders.length > 0 && (
          <fieldset>
            <legend className="sr-only">Who gets the new certificate</legend>
            {holders.map((holder) => (
              <Checkbox
                key={holder.id}
                label={holder.name}
                hint={hintOf(holder)}
                disabled={!canGet(holder)}
                checked={canGet(holder) && !declined.has(holder.id)}
                onChange={(event) => choose(holder.id, event.target.checked)}
              />
            ))}
          </fieldset>
        )}
        <MayKeepCopies businesses={chosen.map(({ name }) => name)} />
        {doubts.length > 0 && (
          <Banner tone="warning" title="Please check this">
            <ul className="grid gap-1">
              {doubts.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <Checkbox
              label="Renew anyway"
              checked={isAnyway}
              onChange={(event) => setAnyway(event.target.checked)}
            />
          </Banner>
        )}
        {send.error && <Banner tone="danger">{errorText(send.error)}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button
            isLoading={send.isPending}
            disabled={doubts.length > 0 && !isAnyway}
            onClick={() =>
              send.mutate({
                params: { id: document.id },
                body: { documentId: newId, businessIds: chosen.map(({ id }) => id), isAnyway },
              })
            }
          >
            {chosen.length === 0 ? 'Renew without sending' : `Send to ${chosen.length}`}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function questionOf(count: number): string {
  if (count === 0) return 'No business has the old one'
  return count === 1
    ? 'Send the new one to the business that holds the old one?'
    : `Send the new one to the ${count} businesses that hold the old one?`
}

function hintOf({ isActive, hasNew, otherSeller }: RenewalHolder): string | undefined {
  if (!isActive) return 'Can’t receive documents right now.'
  if (hasNew) return 'Has the new one already.'
  return otherSeller === null
    ? undefined
    : `Needs its own certificate. The new one names ${otherSeller} as the seller.`
}

function Sent({ renewal: { document, expiresOn }, count }: { renewal: Renewal; count: number }) {
  const kept = expiresOn
    ? `The old one stays on record for purchases until ${formatDay(expiresOn)}.`
    : 'The old one stays on record for earlier purchases.'
  return (
    <Card>
      <EmptyState
        icon={<CircleCheck aria-hidden />}
        title={
          count === 0
            ? `Renewed ${document.name}`
            : `Sent to ${count === 1 ? '1 business' : `${count} businesses`}`
        }
        action={<LinkButton to="/user/wallet">Back to your wallet</LinkButton>}
      >
        {kept}
      </EmptyState>
    </Card>
  )
}
