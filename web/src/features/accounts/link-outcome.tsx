import { CircleCheck, LinkIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText, isExpired } from '../../lib/api-error.ts'
import { dashboardOf } from '../../lib/roles.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'

/** Continues from a public page to the portal, or to the login page first. */
export function ContinueButton() {
  const state = useSessionState()
  if (state.status !== 'signed-in') return <LinkButton to="/login">Log in</LinkButton>
  return <LinkButton to={dashboardOf(state.session.person.role)}>Go to my dashboard</LinkButton>
}

interface ExpiredLinkProps {
  /** What to do now. */
  children: ReactNode
  action: ReactNode
}

/** A link that was used already, is too old, or came without its secret. */
export function ExpiredLink({ children, action }: ExpiredLinkProps) {
  return (
    <div role="status" className="grid justify-items-center gap-3 text-center">
      <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
        <LinkIcon aria-hidden className="size-6" />
      </span>
      <h2 className="text-lg font-semibold">This link has expired</h2>
      <p className="text-sm text-ink-muted">{children}</p>
      <div className="mt-2 grid w-full">{action}</div>
    </div>
  )
}

interface LinkConfirmationProps {
  /** What pressing the button means. */
  text: string
  label: string
  /** What the button does. Email scanners open links, so opening the page alone must do nothing. */
  onConfirm: (token: string) => Promise<unknown>
  done: { title: string; next: ReactNode }
  expired: ReactNode
}

/** One button that uses the link a person came with. */
export function LinkConfirmation({ text, label, onConfirm, done, expired }: LinkConfirmationProps) {
  const token = useLinkToken()
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'expired'>('ready')
  const [failure, setFailure] = useState<string>()

  async function confirm(secret: string) {
    setState('busy')
    setFailure(undefined)
    try {
      await onConfirm(secret)
      setState('done')
    } catch (error) {
      setState(isExpired(error) ? 'expired' : 'ready')
      setFailure(errorText(error))
    }
  }

  if (state === 'done') {
    return (
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <CircleCheck aria-hidden className="size-12 text-success" />
        <h2 className="text-lg font-semibold">{done.title}</h2>
        <div className="mt-2 grid w-full">{done.next}</div>
      </div>
    )
  }
  if (!token || state === 'expired') return expired
  return (
    <div className="grid gap-5">
      {failure && <Banner tone="danger">{failure}</Banner>}
      <p className="text-center text-sm text-ink-muted">{text}</p>
      <Button isLoading={state === 'busy'} onClick={() => void confirm(token)}>
        {label}
      </Button>
    </div>
  )
}
