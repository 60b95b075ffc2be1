import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { useMembership } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'

/** Sellers who invite claims lose their protection, so the words only say what to do if a purchase is exempt. */
export function AskForCertificate() {
  const { business } = useMembership()
  const [isOpen, setOpen] = useState(false)
  const address = `${location.origin}/user/upload`
  const name = business?.name ?? 'us'
  const text = `If your purchases from ${name} are exempt from sales tax, please upload your certificate at ${address} and share it with ${name}.`
  return (
    <>
      <Button variant="secondary" size="lg" onClick={() => setOpen(true)}>
        <QrCode aria-hidden className="size-5" />
        Ask for a certificate
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Ask for a certificate"
        actions={<CopyButton label="Copy message" text={text} />}
      >
        <p className="text-base [overflow-wrap:anywhere]">{text}</p>
      </Dialog>
    </>
  )
}
