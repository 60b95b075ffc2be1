import {
  type Customer,
  CustomerInput,
  createCustomer,
  getCustomer,
  updateCustomer,
} from '@exempta/contract/customers'
import { useRef } from 'react'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { refreshCustomers } from '../../../shared/customers/refresh.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'
import { CustomerFields } from './customer-fields.tsx'
import { commaList, lineList } from './typed-lists.ts'

/** What people type: lists of short texts share one field. */
const CustomerForm = CustomerInput.extend({
  otherNames: lineList(CustomerInput.shape.otherNames.unwrap()),
  tags: commaList(CustomerInput.shape.tags.unwrap()),
})

type Typed = z.input<typeof CustomerForm>

const none: Typed = {
  number: '',
  name: '',
  otherNames: '',
  contacts: [],
  addresses: [],
  parentId: null,
  tags: '',
  note: '',
}

const typedOf = (customer: Customer): Typed => ({
  number: customer.number ?? '',
  name: customer.name,
  otherNames: customer.otherNames.join('\n'),
  contacts: customer.contacts.map(({ name, email, phone }) => ({
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
  })),
  addresses: customer.addresses.map(({ street, city, state, postalCode }) => ({
    street: street ?? '',
    city: city ?? '',
    state,
    postalCode: postalCode ?? '',
  })),
  parentId: customer.parent?.id ?? null,
  tags: customer.tags.join(', '),
  note: customer.note ?? '',
})

const labels: Record<keyof Typed, string> = {
  name: 'name',
  number: 'customer number',
  otherNames: 'other names',
  contacts: 'contacts',
  addresses: 'addresses',
  parentId: 'parent customer',
  tags: 'tags',
  note: 'note',
}

/** What someone else changed between two versions of a record, in words. */
function changedWords(before: Customer, after: Customer): string {
  const [old, now] = [typedOf(before), typedOf(after)]
  const changed = (Object.keys(labels) as (keyof Typed)[]).filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  )
  return new Intl.ListFormat('en-US').format(changed.map((field) => labels[field]))
}

interface DialogProps {
  onClose: () => void
  onSaved?: (customer: Customer) => void
}

export function NewCustomer({ onClose, onSaved }: DialogProps) {
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title="Add a customer">
      <ContractForm
        schema={CustomerForm}
        defaultValues={none}
        submitLabel="Add customer"
        onCancel={onClose}
        onSubmit={async (body) => {
          const customer = await call(createCustomer, { body })
          await refreshCustomers()
          toast.success(`Added ${customer.name}.`)
          onClose()
          onSaved?.(customer)
        }}
      >
        <CustomerFields parent={null} />
      </ContractForm>
    </Dialog>
  )
}

/** Nothing that someone else wrote meanwhile is lost without saying so. */
export function EditCustomer({ customer, onClose }: DialogProps & { customer: Customer }) {
  const base = useRef(customer)
  async function save(body: z.output<typeof CustomerForm>) {
    const { id, version } = base.current
    try {
      const saved = await call(updateCustomer, { params: { id }, body: { ...body, version } })
      await refreshCustomers()
      toast.success(`Saved ${saved.name}.`)
      onClose()
    } catch (error) {
      const isOfField = error instanceof ApiError && error.fields.length > 0
      if (!(error instanceof ApiError) || error.code !== 'conflict' || isOfField) throw error
      const theirs = await call(getCustomer, { params: { id } })
      if (theirs.version === version) throw error
      const changed = changedWords(base.current, theirs)
      base.current = theirs
      throw new ApiError(
        'conflict',
        `Someone changed this customer while you were editing${changed && ` (${changed})`}. Save again to replace what they wrote, or cancel to see it.`,
      )
    }
  }
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title={`Edit ${customer.name}`}>
      <ContractForm
        schema={CustomerForm}
        defaultValues={typedOf(customer)}
        submitLabel="Save changes"
        onCancel={() => {
          onClose()
          void refreshCustomers()
        }}
        onSubmit={save}
      >
        <CustomerFields parent={customer.parent} />
      </ContractForm>
    </Dialog>
  )
}
