import type { SignedInPerson } from '@exempta/contract/accounts'
import { Banner } from '../../ui/banner.tsx'
import { ResendVerification } from './resend-verification.tsx'

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
      We sent a link to <span className="font-medium break-all">{person.email}</span>. Open it to confirm that
      the address is yours.
    </Banner>
  )
}
