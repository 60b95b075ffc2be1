import type { CustomerPage } from '@exempta/contract/customers'
import { undoCustomerMerge } from '@exempta/contract/customers/merging'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { refreshCustomers } from '../../../shared/customers/refresh.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

type Merge = CustomerPage['merges'][number]

/** Merges that can still be taken apart. */
export function MergesCard({ customer, isManager }: { customer: CustomerPage; isManager: boolean }) {
  const [undone, setUndone] = useState<Merge>()
  if (customer.merges.length === 0) return null
  return (
    <Card title="Merged">
      <ul className="grid gap-3">
        {customer.merges.map((merge) => (
          <li key={merge.id} className="grid justify-items-start gap-1.5">
            <span className="[overflow-wrap:anywhere]">
              <span className="font-medium">{merge.customer.name}</span>, merged{' '}
              <RelativeTime at={merge.mergedAt} />
            </span>
            <span className="text-ink-muted">
              Can be taken apart until {formatDay(merge.canUndoUntil.slice(0, 10))}.
            </span>
            {isManager && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Take ${merge.customer.name} apart`}
                onClick={() => setUndone(merge)}
              >
                <Split aria-hidden className="size-4" />
                Take apart
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={undone !== undefined}
        onOpenChange={() => setUndone(undefined)}
        title="Take customers apart"
        question="Take these two customers apart again? Receipts and the audit log keep saying what was true."
        subject={undone && `${customer.name} and ${undone.customer.name}`}
        confirmLabel="Take apart"
        tone="primary"
        onConfirm={async () => {
          if (!undone) return
          const { source } = await call(undoCustomerMerge, { params: { id: undone.id } })
          await refreshCustomers()
          toast.success(`${source.name} is a customer of its own again.`)
        }}
      />
    </Card>
  )
}
