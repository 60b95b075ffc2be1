import type { User } from '@exempta/contract/admin/users'
import { listBusinesses } from '@exempta/contract/businesses/administration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSettled } from '../../../lib/hooks.ts'
import { listQuery } from '../../../lib/query.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormSelect, FormTextField } from '../../../ui/form-field.tsx'
import { Select } from '../../../ui/select.tsx'

const memberRoles = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'manager', label: 'Manager' },
]
const ways = [
  { value: 'existing', label: 'A registered business' },
  { value: 'new', label: 'A new business' },
]
const choicesShown = 10

/** A person with the business role belongs to a business: an existing one, or a new one as its manager. */
export function BusinessFields({ present }: { present?: User['business'] }) {
  const { setValue } = useFormContext()
  const [way, setWay] = useState('existing')
  const businessId = useWatch({ name: 'businessId' }) as string | null
  if (useWatch({ name: 'role' }) !== 'business') return null
  function choose(next: string) {
    setWay(next)
    setValue('businessId', next === 'existing' ? (present?.id ?? null) : null)
    setValue('businessName', '')
  }
  return (
    <>
      <Field label="Works for">
        <Select options={ways} value={way} onChange={(event) => choose(event.target.value)} />
      </Field>
      {way === 'new' ? (
        <FormTextField
          name="businessName"
          label="Business Name"
          autoComplete="off"
          hint="The business stays pending until you activate it. This person will be its first manager."
        />
      ) : (
        <>
          <BusinessChoice present={present ?? null} />
          {businessId !== present?.id && (
            <FormSelect name="memberRole" label="Role in the business" options={memberRoles} />
          )}
        </>
      )}
    </>
  )
}

function BusinessChoice({ present }: { present: User['business'] }) {
  const { setValue, getFieldState, formState } = useFormContext()
  const value = useWatch({ name: 'businessId' }) as string | null
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  const { data, isFetching } = useQuery(
    listQuery(listBusinesses, { query: { search, sort: 'name', direction: 'asc', limit: choicesShown } }),
  )
  const [chosen, setChosen] = useState(present)
  const found = data?.items ?? []
  const options = [...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []), ...found]
  return (
    <Field
      label="Business"
      hint="Type to search by name, email or tax ID."
      error={getFieldState('businessId', formState).error?.message}
      isRequired
    >
      <Combobox
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={(id) => {
          const picked = found.find((one) => one.id === id)
          if (picked) setChosen({ id: picked.id, name: picked.name, role: 'viewer' })
          setValue('businessId', id, { shouldValidate: formState.isSubmitted })
        }}
        onSearch={setTyped}
        isLoading={isFetching}
        emptyText="No businesses found"
      />
    </Field>
  )
}
