import type { SignedInPerson } from '@exempta/contract/accounts'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextLink } from '../../../ui/text.tsx'

/** Kept in this browser: it is a matter of comfort, and comes back on another one. */
function useIsDismissed(personId: string): [isDismissed: boolean, dismiss: () => void] {
  const key = `exempta.first-steps-put-away.${personId}`
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null)
  return [
    isDismissed,
    () => {
      localStorage.setItem(key, '1')
      setDismissed(true)
    },
  ]
}

interface FirstStepsProps {
  person: SignedInPerson
  hasUploaded: boolean
  hasShared: boolean
  /** Certificates that were read and wait for their owner. */
  toConfirm: number
}

/** What a new person does first. Goes by itself when all is done; can be put away before. */
export function FirstSteps({ person, hasUploaded, hasShared, toConfirm }: FirstStepsProps) {
  const [isDismissed, dismiss] = useIsDismissed(person.id)
  const { isEmailVerified, hasTwoFactor } = person
  const waits = toConfirm > 0
  const steps = [isEmailVerified, hasUploaded, ...(waits ? [false] : []), hasShared, hasTwoFactor]
  const done = steps.filter(Boolean).length
  if (isDismissed || done === steps.length) return null
  return (
    <Card
      title="First steps"
      description={`${done} of ${steps.length} done`}
      actions={<IconButton label="Dismiss first steps" icon={<X aria-hidden />} onClick={dismiss} />}
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        <Step isDone={isEmailVerified} title="Confirm your email">
          Open the link we sent you.
        </Step>
        <Step isDone={hasUploaded} title="Upload a document">
          <TextLink to="/user/upload">Choose a file</TextLink> and see what we hide.
        </Step>
        {waits && (
          <Step isDone={false} title="Confirm what we read">
            <TextLink to="/user/documents?status=to-confirm">
              {toConfirm === 1 ? '1 certificate to confirm' : `${toConfirm} certificates to confirm`}
            </TextLink>
            , so businesses can rely on {toConfirm === 1 ? 'it' : 'them'}.
          </Step>
        )}
        <Step isDone={hasShared} title="Share a document">
          <TextLink to="/user/documents?status=processed">Choose documents</TextLink> and who can see them.
        </Step>
        <Step isDone={hasTwoFactor} title="Turn on two-factor">
          <TextLink to="/user/profile">Protect your account</TextLink> with a code from your phone.
        </Step>
      </ul>
    </Card>
  )
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex gap-3">
      <Icon
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        className={isDone ? 'size-5 shrink-0 text-success' : 'size-5 shrink-0 text-ink-muted'}
      />
      <div className="grid content-start gap-0.5">
        <p className="font-medium">{title}</p>
        {!isDone && <p className="text-ink-muted">{children}</p>}
      </div>
    </li>
  )
}
