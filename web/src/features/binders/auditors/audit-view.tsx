import { listKeys } from '@exempta/contract/binders'
import {
  type AuditView as Audit,
  awaitAuditChange,
  downloadAudit,
  getAudit,
  leaveAudit,
  lookUpAudit,
  openAudit,
  sendAuditCode,
} from '@exempta/contract/binders/auditors'
import { QueryClientProvider } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addressOf, call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { bytesInWords, formatDayOf } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { EmailedLink } from '../../../shared/emailed-link/emailed-link.tsx'
import { type Ends, useFollowed } from '../../../shared/emailed-link/use-followed.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { count, nameOf, periodOf, summaryOf } from '../binder-words.ts'
import { CertificatesCard, SalesCard } from './audit-lists.tsx'

const words = {
  title: 'Audit binder',
  purpose: 'To open it',
  submit: 'Open the binder',
  expired: {
    title: 'This access has ended',
    text: 'Your access has expired, or the business ended it. Ask the business to invite you again.',
  },
}

/** The page of an auditor: first confirm the address, then read the one binder. */
export function AuditView({ token }: { token: string }) {
  return (
    <EmailedLink
      key={token}
      words={words}
      onLook={(signal) => call(lookUpAudit, { body: { token } }, { signal })}
      titleOf={({ business }) => `${business} invited you to its audit binder`}
      onSend={() => call(sendAuditCode, { body: { token } })}
      onCode={(code) => call(openAudit, { body: { token, code } })}
    >
      {({ id }, ends) => (
        <QueryClientProvider client={queryClient}>
          <OpenBinder grantId={id} {...ends} />
        </QueryClientProvider>
      )}
    </EmailedLink>
  )
}

function OpenBinder({ grantId, onExpired, onUnproved }: Ends & { grantId: string }) {
  const params = { grant: grantId }
  const [trouble, setTrouble] = useState<string>()
  const { content, failure, retry } = useFollowed(
    {
      read: (signal) => call(getAudit, { params }, { signal }),
      wait: (state, signal) => call(awaitAuditChange, { params, query: { state } }, { signal }),
    },
    { onExpired, onUnproved },
  )
  // Nothing of an access that ended stays in memory.
  useEffect(() => () => queryClient.removeQueries({ queryKey: ['audit'] }), [])

  async function leave() {
    try {
      await call(leaveAudit, { params })
      onUnproved()
    } catch (error) {
      setTrouble(errorText(error))
    }
  }

  const binder = content?.binder
  return (
    <div className="mx-auto w-full max-w-[75rem] px-4 py-8 sm:px-6">
      {!content ? (
        <>
          <PageHeader title={words.title} />
          {failure ? <FailedState message={failure} onRetry={retry} /> : <SectionSpinner />}
        </>
      ) : (
        <>
          <PageHeader
            title={`Audit binder of ${content.business}`}
            description={
              <>
                You confirmed <span className="[overflow-wrap:anywhere]">{content.email}</span>. Your access
                ends on {formatDayOf(content.expiresAt)}. We record what you open.
              </>
            }
            actions={
              <Button variant="secondary" onClick={() => void leave()}>
                <LogOut aria-hidden className="size-4" />
                Close
              </Button>
            }
          />
          {trouble && (
            <Banner tone="danger" className="mb-6">
              {trouble}
            </Banner>
          )}
          {binder ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <SummaryCard grantId={grantId} binder={binder} />
              <SalesCard key={`sales ${content.state}`} grantId={grantId} hasList={binder.hasList} />
              <CertificatesCard key={`certificates ${content.state}`} grantId={grantId} />
              <VerifyCard />
            </div>
          ) : (
            <Banner>
              {content.business} is making this binder again. You can leave this page open: the binder appears
              here when it’s ready.
            </Banner>
          )}
        </>
      )}
    </div>
  )
}

const counted = (value: number, word: string) => `${count(value)} ${word}${value === 1 ? '' : 's'}`

function SummaryCard({ grantId, binder }: { grantId: string; binder: NonNullable<Audit['binder']> }) {
  const { counts, madeAt, sizeBytes, hasList } = binder
  return (
    <Card title={`${nameOf(binder)}, ${periodOf(binder)}`} description={summaryOf(counts)}>
      <ul className="grid gap-1">
        {hasList && <li>The sales are those on the auditor’s list of invoices.</li>}
        {counts.coveredLater > 0 && (
          <li>{`For ${count(counts.coveredLater)} of the covered sales, the certificate was shared or verified after the sale.`}</li>
        )}
        <li>{`The binder has ${counted(counts.checks, 'receipt')} and ${counted(counts.certificates, 'certificate')}.`}</li>
        {counts.withoutReference > 0 && (
          <li>
            {counts.withoutReference === 1
              ? '1 of the receipts has no invoice number.'
              : `${count(counts.withoutReference)} of the receipts have no invoice number.`}
          </li>
        )}
        <li>{`It was made on ${formatDayOf(madeAt)}.`}</li>
      </ul>
      <div className="mt-5">
        <a
          href={addressOf(downloadAudit, { params: { grant: grantId } })}
          download
          className={buttonClass('primary')}
        >
          <Download aria-hidden className="size-4" />
          Download the binder ({bytesInWords(sizeBytes)})
        </a>
      </div>
    </Card>
  )
}

const VerifyCard = () => (
  <Card
    title="How to verify the binder"
    description="The binder you download is signed, so you can check that nothing in it was changed."
  >
    <ol className="grid list-decimal gap-2 pl-5 [overflow-wrap:anywhere]">
      <li>
        <code>manifest.json</code> in the ZIP file lists every file with its SHA-256 hash.
      </li>
      <li>
        <code>manifest.sig</code> is the Ed25519 signature of that list. The public key is at{' '}
        <a href={addressOf(listKeys, {})} className="font-medium text-accent-ink underline">
          {addressOf(listKeys, {})}
        </a>
        .
      </li>
      <li>
        <TextLink to="/verify-binder">Check a binder</TextLink> does all of it in your browser, without
        uploading the file. With Exempta’s source code, so does <code>npm run binder:verify -- FILE</code>.
      </li>
    </ol>
  </Card>
)
