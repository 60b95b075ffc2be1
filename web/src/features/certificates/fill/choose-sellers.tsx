import { certificateLimits } from '@exempta/contract/certificates/limits'
import { pageLimits } from '@exempta/contract/paging'
import { searchRecipients } from '@exempta/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useSettled } from '../../../lib/hooks.ts'
import { listQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

export interface Seller {
  /** Stays the same while its name is typed. */
  key: string
  /** Null for a seller that isn't registered here. */
  businessId: string | null
  name: string
  address: string
}

interface ChooseSellersProps {
  sellers: readonly Seller[]
  asksAddress: boolean
  errors: Readonly<Record<string, string>>
  onChange: (sellers: Seller[]) => void
}

/** The sellers that get a certificate each. Their names can be corrected. */
export function ChooseSellers({ sellers, asksAddress, errors, onChange }: ChooseSellersProps) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim().slice(0, pageLimits.searchLength))
  const { data, isFetching } = useQuery({
    ...listQuery(searchRecipients, { query: { search } }),
    throwOnError: false,
  })
  const known = new Set(sellers.map(({ businessId }) => businessId))
  const options = (data?.businesses ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ value: id, label: name }))
  const change = (key: string, part: Partial<Seller>) =>
    onChange(sellers.map((seller) => (seller.key === key ? { ...seller, ...part } : seller)))
  return (
    <div className="grid gap-4">
      {sellers.length < certificateLimits.fillSellers && (
        <Field label="Add a seller" hint="Each seller gets its own certificate.">
          <Combobox
            // Empty again after each choice.
            key={sellers.length}
            options={options}
            value={null}
            onSearch={setText}
            isLoading={isFetching}
            placeholder="Search businesses"
            onChange={(id) => {
              const option = options.find(({ value }) => value === id)
              if (option)
                onChange([
                  ...sellers,
                  { key: option.value, businessId: option.value, name: option.label, address: '' },
                ])
              setText('')
            }}
          />
        </Field>
      )}
      {sellers.length < certificateLimits.fillSellers && (
        <div>
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              onChange([...sellers, { key: crypto.randomUUID(), businessId: null, name: '', address: '' }])
            }
          >
            <Plus aria-hidden className="size-4" />
            Add a seller that isn’t on Exempta
          </Button>
        </div>
      )}
      {errors.sellers && <p className="text-sm text-danger">{errors.sellers}</p>}
      {sellers.length > 0 && (
        <ul aria-label="Sellers" className="grid gap-4">
          {sellers.map(({ key, businessId, name, address }, index) => (
            <li key={key} className="grid gap-3 rounded-card border border-line p-4">
              <div className="flex items-start gap-2">
                <Field
                  label={`Seller ${index + 1}`}
                  error={errors.seller}
                  hint={
                    businessId === null
                      ? 'Not on Exempta: download the certificate afterwards, or send it as a link by email.'
                      : undefined
                  }
                  isRequired
                  className="min-w-0 grow"
                >
                  <TextInput
                    value={name}
                    maxLength={certificateLimits.readValueLength}
                    onChange={({ target }) => change(key, { name: target.value })}
                  />
                </Field>
                <IconButton
                  label={`Remove ${name || `seller ${index + 1}`}`}
                  icon={<X aria-hidden />}
                  onClick={() => onChange(sellers.filter((seller) => seller.key !== key))}
                />
              </div>
              {asksAddress && (
                <Field label={`Address of seller ${index + 1}`} error={errors['seller-address']}>
                  <TextInput
                    value={address}
                    maxLength={certificateLimits.readValueLength}
                    placeholder="Street, city, state and ZIP code"
                    onChange={({ target }) => change(key, { address: target.value })}
                  />
                </Field>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
