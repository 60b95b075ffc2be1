import { listCustomers } from '@exempta/contract/customers'
import { pageLimits } from '@exempta/contract/paging'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useSettled } from '../../../lib/hooks.ts'
import { listQuery } from '../../../lib/query.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'

interface ChooseCustomerProps {
  label: string
  hint: string
  /** The one that is chosen at first. */
  chosen: { id: string; name: string } | null
  /** Can’t be chosen. */
  without?: string
  isRequired?: boolean
  error?: string | undefined
  onChange: (id: string | null) => void
}

/** Finds another customer by name, number or email. */
export function ChooseCustomer({
  label,
  hint,
  chosen,
  without,
  isRequired = false,
  error,
  onChange,
}: ChooseCustomerProps) {
  const [text, setText] = useState('')
  const [value, setValue] = useState(chosen?.id ?? null)
  const search = useSettled(text.trim().slice(0, pageLimits.searchLength))
  const { data, isFetching } = useQuery({
    ...listQuery(listCustomers, { query: { ...(search && { search }), limit: 10 } }),
    throwOnError: false,
  })
  const found = (data?.items ?? []).filter(({ id }) => id !== without && id !== chosen?.id)
  const options = [...(chosen ? [chosen] : []), ...found].map(({ id, name, ...row }) => ({
    value: id,
    label: 'number' in row && row.number ? `${name} (${row.number})` : name,
  }))
  return (
    <Field label={label} hint={hint} isRequired={isRequired} error={error}>
      <Combobox
        options={options}
        value={value}
        onSearch={setText}
        isLoading={isFetching}
        placeholder="Search name, number or email"
        emptyText="No customers match."
        onChange={(id) => {
          setValue(id)
          onChange(id)
        }}
      />
    </Field>
  )
}

/** The customer that this one belongs to. */
export function ParentField({ parent }: { parent: ChooseCustomerProps['chosen'] }) {
  const { setValue, getFieldState, formState } = useFormContext()
  return (
    <ChooseCustomer
      label="Belongs to"
      hint="Such as the headquarters of a chain."
      chosen={parent}
      error={getFieldState('parentId', formState).error?.message}
      onChange={(id) => setValue('parentId', id)}
    />
  )
}
