import type { Customer } from '@exempta/contract/customers'
import { customerLimits } from '@exempta/contract/customers/limits'
import { mergeCustomers, previewCustomerMerge } from '@exempta/contract/customers/merging'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { refreshCustomers } from '../../../shared/customers/refresh.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'
import { ChooseCustomer } from '../edit/parent-field.tsx'

interface MergeDialogProps {
  customer: Pick<Customer, 'id' | 'name'>
  onClose: () => void
  /** With the record that stays. */
  onMerged: (id: string) => void
}

/** Two records of one buyer become one, after a look at what that makes. */
export function MergeDialog({ customer, onClose, onMerged }: MergeDialogProps) {
  const [otherId, setOtherId] = useState<string | null>(null)
  const [staysOther, setStaysOther] = useState(false)
  const pair = otherId && {
    sourceId: staysOther ? customer.id : otherId,
    targetId: staysOther ? otherId : customer.id,
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={`Merge ${customer.name}`}
      description={`Certificates, requests and notes come together in one customer. You can take them apart again within ${customerLimits.mergeUndoDays} days.`}
    >
      <div className="grid gap-5 pb-4">
        <ChooseCustomer
          label="Merge with"
          hint="The other record of the same buyer."
          chosen={null}
          without={customer.id}
          isRequired
          onChange={setOtherId}
        />
        {pair && (
          <Preview
            key={`${pair.sourceId} ${pair.targetId}`}
            {...pair}
            onSwap={() => setStaysOther(!staysOther)}
            onClose={onClose}
            onMerged={onMerged}
          />
        )}
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  sourceId: string
  targetId: string
  onSwap: () => void
  onClose: () => void
  onMerged: (id: string) => void
}

function Preview({ sourceId, targetId, onSwap, onClose, onMerged }: PreviewProps) {
  const [isMerging, setMerging] = useState(false)
  const { data, error, refetch } = useQuery({
    ...routeQuery(previewCustomerMerge, { query: { sourceId, targetId } }),
    // What is merged is what was shown, so it is never an older preview.
    staleTime: 0,
    // Live events come before the answer does, and what was merged can't be previewed again.
    enabled: !isMerging,
  })
  const [failure, setFailure] = useState<string>()
  if (error) return <FailedState message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-48" label="Loading the preview" />
  const { source, target, merged, certificates, notes } = data

  async function merge() {
    setMerging(true)
    setFailure(undefined)
    try {
      const body = { sourceId, targetId, sourceVersion: source.version, targetVersion: target.version }
      const { customer } = await call(mergeCustomers, { body })
      toast.success(`Merged ${source.name} into ${customer.name}.`)
      onClose()
      onMerged(customer.id)
      await refreshCustomers()
    } catch (trouble) {
      setFailure(errorText(trouble))
      setMerging(false)
      void refetch()
    }
  }

  return (
    <section aria-label="Preview" className="grid gap-4">
      <p>
        <span className="font-medium">{source.name}</span> goes into{' '}
        <span className="font-medium">{target.name}</span>, with{' '}
        {certificates === 1 ? '1 certificate' : `${certificates} certificates`}.
      </p>
      <div>
        <Button variant="secondary" size="sm" onClick={onSwap}>
          <ArrowLeftRight aria-hidden className="size-4" />
          Keep {source.name} instead
        </Button>
      </div>
      <div className="rounded-control border border-line p-4">
        <h3 className="mb-3 font-semibold">After merging</h3>
        <Facts facts={factsOf(merged)} />
      </div>
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {failure && <Banner tone="danger">{failure}</Banner>}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button isLoading={isMerging} onClick={() => void merge()}>
          Merge
        </Button>
      </div>
    </section>
  )
}

const joined = (values: readonly (string | null)[]) => values.filter(Boolean).join(', ')

const factsOf = (customer: Customer): Fact[] =>
  [
    { label: 'Name', value: customer.name },
    { label: 'Customer number', value: customer.number },
    { label: 'Other names', value: joined(customer.otherNames) },
    { label: 'Contacts', value: joined(customer.contacts.map(({ name, email }) => name ?? email)) },
    {
      label: 'Where they buy',
      value: joined([...new Set(customer.addresses.map(({ state }) => stateNames[state] ?? state))]),
    },
    { label: 'Belongs to', value: customer.parent?.name },
    { label: 'Tags', value: joined(customer.tags) },
    { label: 'Note', value: customer.note },
  ].filter(({ value }) => value)
