/** The page behind a link in an email: first confirm the address with a code, then see what the link opens. */
import { shareLimits } from '@exempta/contract/sharing/limits'
import { Link2Off } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { errorText, isExpired } from '../../lib/api-error.ts'
import { AccountCard } from '../../ui/account-card.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { CodeStep } from './code-step.tsx'
import type { Ends } from './use-followed.ts'

/**
 * Remembers whether this browser has confirmed the address of a link, to avoid a request that would be refused. The
 * proof itself is a cookie that scripts cannot read.
 */
const keyOf = (linkId: string) => `exempta-viewer-${linkId}`

const hasProof = (linkId: string) => Number(localStorage.getItem(keyOf(linkId))) > Date.now()

const rememberProof = (linkId: string) =>
  localStorage.setItem(keyOf(linkId), String(Date.now() + shareLimits.viewerSessionMs))

const forgetProof = (linkId: string) => localStorage.removeItem(keyOf(linkId))

interface ExpiredProps {
  title: string
  text: string
}

/** Expired, revoked or never there: visitors do not learn which. */
function ExpiredLink({ title, text }: ExpiredProps) {
  return (
    <AccountCard title={title}>
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
          <Link2Off aria-hidden className="size-6" />
        </span>
        <p className="text-ink-muted">{text}</p>
        <LinkButton to="/" variant="secondary" className="mt-2 w-full">
          Return Home
        </LinkButton>
      </div>
    </AccountCard>
  )
}

interface EmailedLinkProps<Link> {
  words: { title: string; purpose: string; submit: string; expired: ExpiredProps }
  titleOf: (link: Link) => string
  descriptionOf?: (link: Link) => ReactNode
  onLook: (signal: AbortSignal) => Promise<Link>
  onSend: () => Promise<unknown>
  onCode: (code: string) => Promise<unknown>
  /** What the link opens once the address is confirmed. */
  children: (link: Link, ends: Ends) => ReactNode
}

type Found<Link> =
  | { status: 'looking' }
  | { status: 'found'; link: Link; isProved: boolean }
  | { status: 'gone' }
  | { status: 'failed'; message: string }

/** Another link needs another `key`. */
export function EmailedLink<Link extends { id: string; email: string }>(props: EmailedLinkProps<Link>) {
  const { words, titleOf, descriptionOf, onSend, onCode, children } = props
  const [found, setFound] = useState<Found<Link>>({ status: 'looking' })
  const [attempt, setAttempt] = useState(0)
  const look = useEffectEvent((signal: AbortSignal) => props.onLook(signal))
  const onExpired = () => setFound({ status: 'gone' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    const controller = new AbortController()
    setFound({ status: 'looking' })
    look(controller.signal).then(
      (link) => setFound({ status: 'found', link, isProved: hasProof(link.id) }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound(isExpired(error) ? { status: 'gone' } : { status: 'failed', message: errorText(error) })
      },
    )
    return () => controller.abort()
  }, [attempt])

  if (found.status === 'gone') return <ExpiredLink {...words.expired} />
  if (found.status === 'found' && found.isProved) {
    // Perhaps the link has ended as well, so look again before asking for a code.
    const onUnproved = () => {
      forgetProof(found.link.id)
      setAttempt(attempt + 1)
    }
    return children(found.link, { onExpired, onUnproved })
  }
  const link = found.status === 'found' ? found.link : undefined
  return (
    <AccountCard title={link ? titleOf(link) : words.title} description={link && descriptionOf?.(link)}>
      {found.status === 'looking' && <Spinner label="Loading…" />}
      {found.status === 'failed' && (
        <FailedState message={found.message} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {found.status === 'found' && (
        <CodeStep
          email={found.link.email}
          purpose={words.purpose}
          submitLabel={words.submit}
          onSend={onSend}
          onCode={onCode}
          onExpired={onExpired}
          onProved={() => {
            rememberProof(found.link.id)
            setFound({ ...found, isProved: true })
          }}
        />
      )}
    </AccountCard>
  )
}
