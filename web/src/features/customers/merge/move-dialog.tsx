import { moveCustomerCertificates } from '@exempta/contract/customers/merging'
import type { CustomerCertificate } from '@exempta/contract/customers/page'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { refreshCustomers } from '../../../shared/customers/refresh.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'
import { ChooseCustomer } from '../edit/parent-field.tsx'

interface MoveDialogProps {
  /** The customer who has the certificate now. */
  customerId: string
  certificate: Pick<CustomerCertificate, 'linkId' | 'purchaser'>
  onClose: () => void
}

/** A certificate that was matched to the wrong customer goes to the right one. */
export function MoveDialog({ customerId, certificate: { linkId, purchaser }, onClose }: MoveDialogProps) {
  const [otherId, setOtherId] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [moving, setMoving] = useState<'other' | 'own'>()

  async function move(to: 'other' | 'own') {
    if (to === 'other' && otherId === null) {
      setMissing(true)
      return
    }
    setMoving(to)
    setFailure(undefined)
    try {
      const { customer } = await call(moveCustomerCertificates, {
        params: { id: linkId },
        body: { customerId: to === 'own' ? null : otherId },
      })
      toast.success(`Moved to ${customer.name}.`)
      onClose()
      await refreshCustomers()
    } catch (trouble) {
      setFailure(errorText(trouble))
      setMoving(undefined)
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Move the certificate of ${purchaser}`}
      description="Every certificate in this name from the same account moves with it. Receipts stay as they are."
    >
      <div className="grid gap-5 pb-4">
        <ChooseCustomer
          label="Customer"
          hint="The customer this certificate belongs to."
          chosen={null}
          without={customerId}
          isRequired
          error={missing ? 'Please choose a customer' : undefined}
          onChange={(id) => {
            setOtherId(id)
            setMissing(false)
          }}
        />
        {failure && <Banner tone="danger">{failure}</Banner>}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="secondary"
            isLoading={moving === 'own'}
            disabled={moving !== undefined}
            onClick={() => void move('own')}
          >
            Move to a new customer
          </Button>
          <Button
            isLoading={moving === 'other'}
            disabled={moving !== undefined}
            onClick={() => void move('other')}
          >
            Move
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
