import { type CertificateRequest, getRequestQr } from '@exempta/contract/requests'
import { addressOf } from '../lib/api.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** The QR code of a request, to be shown to a customer or printed, and its link. */
export function RequestCode({ request: { id, link } }: { request: Pick<CertificateRequest, 'id' | 'link'> }) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <img
        src={addressOf(getRequestQr, { params: { id } })}
        alt="QR code of the request"
        width={256}
        height={256}
        className="rounded-control bg-white"
      />
      <p>The customer scans this code with a phone. They don’t need an account.</p>
      <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">{link}</p>
      <CopyButton label="Copy link" text={link} />
    </div>
  )
}
