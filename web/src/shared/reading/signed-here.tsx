import type { ReceivedReading } from '@exempta/contract/certificates'
import { PenLine } from 'lucide-react'
import { TextLink } from '../../ui/text.tsx'
import { dateOf } from '../document-marks.tsx'

/** For a certificate that was made here: who signed it, and whether the file is still what was signed. */
export function SignedHere({ signed }: { signed: ReceivedReading['signedHere'] }) {
  if (!signed) return null
  const { signer, title, email, signedAt, isUnchanged } = signed
  return (
    <p className="mb-3 flex items-start gap-2 text-sm">
      <PenLine aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <span className="[overflow-wrap:anywhere]">
        Made and signed here on {dateOf(signedAt)} by {signer}, {title} ({email}).{' '}
        {isUnchanged ? (
          <>
            The last page says how. <TextLink to="/verify-binder">Check the file</TextLink>
          </>
        ) : (
          'More of it was hidden later, so the file is no longer as it was signed.'
        )}
      </span>
    </p>
  )
}
