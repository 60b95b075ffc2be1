import { lookAtMailShare } from '@exempta/contract/mail-shares'
import type { RouteOutput } from '@exempta/contract/route'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { isGone } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { AccountCard } from '../../ui/account-card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CodeStep } from './code-step.tsx'
import { GoneShare } from './gone-share.tsx'
import { forgetProof, hasProof, rememberProof } from './proof.ts'
import { SharedDocuments } from './shared-documents.tsx'

type Found =
  | { status: 'looking' }
  | { status: 'found'; link: RouteOutput<typeof lookAtMailShare>; isProved: boolean }
  | { status: 'gone' }
  | { status: 'failed'; message: string }

/** What somebody sees who opens the link of a mail: first the proof of the address, then the documents. */
export function MailShareView({ token }: { token: string }) {
  const [found, setFound] = useState<Found>({ status: 'looking' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    const controller = new AbortController()
    setFound({ status: 'looking' })
    call(lookAtMailShare, { body: { token } }, { signal: controller.signal }).then(
      (link) => setFound({ status: 'found', link, isProved: hasProof(link.id) }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound(isGone(error) ? { status: 'gone' } : { status: 'failed', message: errorText(error) })
      },
    )
    return () => controller.abort()
  }, [token, attempt])

  if (found.status === 'gone') return <GoneShare />
  if (found.status === 'found' && found.isProved) {
    return (
      <SharedDocuments
        linkId={found.link.id}
        onGone={() => setFound({ status: 'gone' })}
        onUnproved={() => {
          forgetProof(found.link.id)
          setFound({ ...found, isProved: false })
        }}
      />
    )
  }
  return (
    <AccountCard title="Documents for you">
      {found.status === 'looking' && <Spinner label="Loading…" />}
      {found.status === 'failed' && (
        <FailedState message={found.message} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {found.status === 'found' && (
        <CodeStep
          token={token}
          email={found.link.email}
          onGone={() => setFound({ status: 'gone' })}
          onProved={() => {
            rememberProof(found.link.id)
            setFound({ ...found, isProved: true })
          }}
        />
      )}
    </AccountCard>
  )
}
