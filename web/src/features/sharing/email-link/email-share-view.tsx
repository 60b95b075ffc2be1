import { limits } from '@exempta/contract/limits'
import type { RouteOutput } from '@exempta/contract/route'
import { lookUpEmailShare } from '@exempta/contract/sharing/email-links'
import { Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText, isExpired } from '../../../lib/api-error.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { CodeStep } from './code-step.tsx'
import { ForBusiness, SharedDocuments } from './shared-documents.tsx'

/**
 * Remembers whether this browser has confirmed the address of a link, to avoid a request that would be refused. The
 * proof itself is a cookie that scripts cannot read.
 */
const keyOf = (linkId: string) => `exempta-viewer-${linkId}`

const hasProof = (linkId: string) => Number(localStorage.getItem(keyOf(linkId))) > Date.now()

const rememberProof = (linkId: string) =>
  localStorage.setItem(keyOf(linkId), String(Date.now() + limits.viewerSessionMs))

const forgetProof = (linkId: string) => localStorage.removeItem(keyOf(linkId))

/** Expired, revoked or never there: visitors do not learn which. */
function ExpiredShare() {
  return (
    <AccountCard title="This link has expired">
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
          <Link2Off aria-hidden className="size-6" />
        </span>
        <p className="text-ink-muted">
          This link has expired, or the sender stopped sharing. Ask the sender to share the documents again.
        </p>
        <LinkButton to="/" variant="secondary" className="mt-2 w-full">
          Return Home
        </LinkButton>
      </div>
    </AccountCard>
  )
}

type Found =
  | { status: 'looking' }
  | { status: 'found'; link: RouteOutput<typeof lookUpEmailShare>; isProved: boolean }
  | { status: 'gone' }
  | { status: 'failed'; message: string }

/** The page behind an email link: first confirm the address, then see the documents. */
export function EmailShareView({ token }: { token: string }) {
  const [found, setFound] = useState<Found>({ status: 'looking' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    const controller = new AbortController()
    setFound({ status: 'looking' })
    call(lookUpEmailShare, { body: { token } }, { signal: controller.signal }).then(
      (link) => setFound({ status: 'found', link, isProved: hasProof(link.id) }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound(isExpired(error) ? { status: 'gone' } : { status: 'failed', message: errorText(error) })
      },
    )
    return () => controller.abort()
  }, [token, attempt])

  if (found.status === 'gone') return <ExpiredShare />
  if (found.status === 'found' && found.isProved) {
    return (
      <SharedDocuments
        linkId={found.link.id}
        onExpired={() => setFound({ status: 'gone' })}
        onUnproved={() => {
          forgetProof(found.link.id)
          setFound({ ...found, isProved: false })
        }}
      />
    )
  }
  const link = found.status === 'found' ? found.link : undefined
  return (
    <AccountCard
      title={link ? `${link.sender} shared documents with you` : 'Documents for you'}
      description={link?.business && <ForBusiness business={link.business} />}
    >
      {found.status === 'looking' && <Spinner label="Loading…" />}
      {found.status === 'failed' && (
        <FailedState message={found.message} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {found.status === 'found' && (
        <CodeStep
          token={token}
          email={found.link.email}
          onExpired={() => setFound({ status: 'gone' })}
          onProved={() => {
            rememberProof(found.link.id)
            setFound({ ...found, isProved: true })
          }}
        />
      )}
    </AccountCard>
  )
}
