import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isGone } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

interface LinkConfirmationProps {
  /** What pressing the button means. */
  text: string
  label: string
  /** What the button does. Mail scanners open links, so that opening the page alone does nothing. */
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
      setState(isGone(error) ? 'expired' : 'ready')
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
