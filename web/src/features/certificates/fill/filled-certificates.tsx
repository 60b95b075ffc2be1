import { type FilledCertificate, listFilled, shareFilled } from '@exempta/contract/certificates/fill'
import { documentAddress } from '@exempta/contract/documents/files'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { failureOf, queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { MayKeepCopies } from '../../../shared/document-marks.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { PageSkeleton, SectionSpinner } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'

interface FilledCertificatesProps {
  batchId: string
  /** What was read on a document, to be confirmed. */
  reading: (documentId: string) => ReactNode
}

/** Certificates that were signed together: each is read back, confirmed, and sent to its seller. */
export function FilledCertificates({ batchId, reading }: FilledCertificatesProps) {
  const query = useQuery(routeQuery(listFilled, { params: { batchId } }))
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  if (!query.data) return <PageSkeleton label="Loading certificates" />
  const { certificates } = query.data
  if (certificates.every(({ isShared, business }) => isShared && business))
    return <AllSent count={certificates.length} />
  return (
    <div className="grid max-w-2xl gap-6">
      {certificates.map((certificate) => (
        <Card
          key={certificate.document.id}
          title={certificate.document.name}
          actions={<Stage {...certificate} />}
        >
          <NextStep certificate={certificate} reading={reading} />
          {!certificate.business && certificate.document.status === 'processed' && (
            <HandOn certificate={certificate} />
          )}
        </Card>
      ))}
      <SendAll batchId={batchId} certificates={certificates} />
    </div>
  )
}

function Stage({ document, isConfirmed, isShared }: FilledCertificate) {
  if (isShared) return <Badge tone="success">Sent</Badge>
  if (isConfirmed) return <Badge tone="success">Confirmed</Badge>
  return document.status === 'processing' ? <Badge tone="neutral">Processing</Badge> : null
}

interface NextStepProps {
  certificate: FilledCertificate
  reading: (documentId: string) => ReactNode
}

function NextStep({ certificate: { document }, reading }: NextStepProps) {
  if (document.status === 'processing') {
    return (
      <>
        <SectionSpinner />
        <p className="text-center text-ink-muted">
          We’re processing it. You can leave this page and come back.
        </p>
      </>
    )
  }
  if (document.status === 'failed') {
    return (
      <Banner tone="danger">
        We couldn’t process it. <TextLink to={`/user/documents/${document.id}`}>See why</TextLink>
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
        Something on it may be private. Check it, then come back.
      </Banner>
    )
  }
  return reading(document.id)
}

/** For a seller that isn't on Exempta. */
function HandOn({ certificate: { document, seller } }: { certificate: FilledCertificate }) {
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <p className="text-ink-muted">
        {seller} isn’t on Exempta. Download the certificate, or share it as a link by email.
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={documentAddress.download(document.id)} download className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          Download
        </a>
        <LinkButton to={`/user/documents/${document.id}`} variant="secondary">
          Share by email
        </LinkButton>
      </div>
    </div>
  )
}

interface SendAllProps {
  batchId: string
  certificates: readonly FilledCertificate[]
}

/** Nothing is sent by itself: the owner agrees for each seller. */
function SendAll({ batchId, certificates }: SendAllProps) {
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set())
  const ready = certificates.filter(
    ({ isConfirmed, isShared, business }) => isConfirmed && !isShared && business?.isActive,
  )
  const chosen = ready.filter(({ document }) => !declined.has(document.id))
  const send = useMutation({
    ...routeMutation(shareFilled),
    onSettled: () =>
      Promise.all(
        ['documents', 'shares'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  })
  if (ready.length === 0) return null
  function choose(id: string, isChosen: boolean) {
    const next = new Set(declined)
    if (isChosen) next.delete(id)
    else next.add(id)
    setDeclined(next)
  }
  return (
    <Card title="Send each certificate to its seller?">
      <div className="grid gap-4">
        <fieldset>
          <legend className="sr-only">Who gets a certificate</legend>
          {ready.map(({ document, seller }) => (
            <Checkbox
              key={document.id}
              label={seller}
              hint={document.name}
              checked={!declined.has(document.id)}
              onChange={({ target }) => choose(document.id, target.checked)}
            />
          ))}
        </fieldset>
        <MayKeepCopies businesses={chosen.map(({ seller }) => seller)} />
        {send.error && <Banner tone="danger">{errorText(send.error)}</Banner>}
        <div>
          <Button
            isLoading={send.isPending}
            disabled={chosen.length === 0}
            onClick={() =>
              send.mutate({
                params: { batchId },
                body: { documentIds: chosen.map(({ document }) => document.id) },
              })
            }
          >
            {chosen.length === 1 ? 'Send to 1 seller' : `Send to ${chosen.length} sellers`}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const AllSent = ({ count }: { count: number }) => (
  <Card>
    <EmptyState
      icon={<CircleCheck aria-hidden />}
      title={count === 1 ? 'Sent to 1 seller' : `Sent to ${count} sellers`}
      action={<LinkButton to="/user/wallet">Back to your wallet</LinkButton>}
    >
      Each seller has its own certificate now.
    </EmptyState>
  </Card>
)
