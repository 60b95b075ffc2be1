import { requestEmailVerification, type SignedInPerson } from '@exempta/contract/accounts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Sends the link that confirms the own address again. */
export function ResendVerification(props: Pick<ButtonProps, 'variant' | 'size' | 'children'>) {
  const [isSending, setSending] = useState(false)
  async function send() {
    setSending(true)
    try {
      await call(requestEmailVerification)
      toast.success('We’ve sent you a new link. It expires in 24 hours.')
    } catch (error) {
      // Confirmed in the meantime, perhaps on a phone: there is nothing left to ask.
      if (error instanceof ApiError && error.code === 'conflict') await refreshPerson()
      else toast.error(errorText(error))
    } finally {
      setSending(false)
    }
  }
  return <Button {...props} isLoading={isSending} onClick={() => void send()} />
}

/** Asks until the address is confirmed. */
export function EmailVerificationBanner({ person }: { person: SignedInPerson }) {
  return (
    <Banner
      tone="warning"
      title="Please confirm your email address"
      className="mb-6"
      action={
        <ResendVerification variant="secondary" size="sm">
          Send a new link
        </ResendVerification>
      }
    >
      We sent a link to <span className="font-medium break-all">{person.email}</span>. Open it to confirm your
      address.
    </Banner>
  )
}
