import { type CertificateRequest, createRequest } from '@exempta/contract/requests'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { toast } from '../../ui/toast.ts'

const RequestCode = onDemand(
  async () => (await import('../../shared/request-code.tsx')).RequestCode,
  <Skeleton className="h-64" label="Loading" />,
)

interface AskForCertificateProps {
  state: string
  customerName?: string | undefined
}

/** One tap makes a request for this customer and shows its QR code. */
export function AskForCertificate({ state, customerName }: AskForCertificateProps) {
  const [request, setRequest] = useState<CertificateRequest>()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function ask() {
    setAsking(true)
    try {
      const body = {
        email: null,
        customerName: customerName ?? null,
        customerReference: null,
        state,
        message: null,
      }
      setRequest(request ?? (await call(createRequest, { body })))
      setOpen(true)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <Button variant="secondary" size="lg" isLoading={isAsking} onClick={() => void ask()}>
        <QrCode aria-hidden className="size-5" />
        Ask for a certificate
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Ask for a certificate">
        {request && <RequestCode request={request} />}
      </Dialog>
    </>
  )
}
