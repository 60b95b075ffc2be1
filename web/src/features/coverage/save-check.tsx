import type { CoverageReceipt, PurchaseKind } from '@exempta/contract/coverage'
import type { Verdict } from '@exempta/contract/verdict'
import { ReceiptText } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** `12.50` or `$1,250` in cents; undefined for nothing, null for what is no amount. */
export function centsOf(text: string): number | undefined | null {
  const plain = text.replace(/[$,\s]/g, '')
  if (plain === '') return undefined
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

export interface SaleDetails {
  kind: PurchaseKind
  amountCents: number | undefined
  isOwnUse: boolean
  /** Undefined while nobody said who pays. */
  paidBy: 'buyer' | 'person' | undefined
}

/** What is said about the sale when its answer is saved. */
export interface SavedDetails {
  isTaxed: boolean | null
  reference: string
  allowedReason: string | null
}

interface SaveCheckProps {
  verdict: Verdict
  sale: SaleDetails
  onSale: (sale: SaleDetails) => void
  /** Whoever buys with a government card doesn’t resell it. */
  canBeOwnUse: boolean
  isManager: boolean
  onSave: (details: SavedDetails) => Promise<CoverageReceipt>
}

const savedAt = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** What makes a receipt of an answer: the state asks for a way from the invoice to the certificate. */
export function SaveCheck({ verdict, sale, onSale, canBeOwnUse, isManager, onSave }: SaveCheckProps) {
  const [reference, setReference] = useState('')
  const [amount, setAmount] = useState('')
  const [tax, setTax] = useState('')
  const [allowedReason, setAllowedReason] = useState('')
  const [receipt, setReceipt] = useState<CoverageReceipt>()
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const isUnderWay = useRef(false)
  const isWrongAmount = centsOf(amount) === null

  async function save(allowed: string | null) {
    if (isUnderWay.current || isWrongAmount) return
    isUnderWay.current = true
    setSaving(true)
    setFailure(undefined)
    try {
      setReceipt(
        await onSave({ isTaxed: tax === '' ? null : tax === 'yes', reference, allowedReason: allowed }),
      )
      void queryClient.invalidateQueries({ queryKey: ['coverage'] })
    } catch (error) {
      setFailure((error instanceof ApiError && error.fields[0]?.message) || errorText(error))
    } finally {
      isUnderWay.current = false
      setSaving(false)
    }
  }

  if (receipt) {
    return (
      <Banner tone="success" title={`Receipt ${receipt.code} · ${savedAt.format(new Date(receipt.savedAt))}`}>
        Write this code on the invoice. {receipt.allowedReason && `Allowed: ${receipt.allowedReason}`}
      </Banner>
    )
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save(null)
      }}
    >
      {failure && <Banner tone="danger">{failure}</Banner>}
      {canBeOwnUse && (
        <Checkbox
          label="This purchase is for the customer’s own use"
          checked={sale.isOwnUse}
          onChange={(event) => onSale({ ...sale, isOwnUse: event.target.checked })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Invoice or order number" isRequired={false}>
          <TextInput
            value={reference}
            maxLength={100}
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
        <Field
          label="Amount in dollars"
          isRequired={false}
          error={isWrongAmount ? 'Please enter an amount such as 12.50' : undefined}
        >
          <TextInput
            inputMode="decimal"
            value={amount}
            onChange={(event) => {
              setAmount(event.target.value)
              const cents = centsOf(event.target.value)
              if (cents !== null) onSale({ ...sale, amountCents: cents })
            }}
          />
        </Field>
      </div>
      <Field label="Was sales tax charged?" isRequired={false}>
        <Select
          value={tax}
          onChange={(event) => setTax(event.target.value)}
          options={[
            { value: '', label: 'Not recorded' },
            { value: 'no', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ]}
        />
      </Field>
      <Button type="submit" size="lg" isLoading={isSaving}>
        <ReceiptText aria-hidden className="size-5" />
        Save
      </Button>
      {isManager && (verdict === 'check' || verdict === 'not-covered') && (
        <div className="grid gap-3 border-t border-line pt-4">
          <Field label="Reason to allow this sale" isRequired={false}>
            <TextInput
              value={allowedReason}
              maxLength={300}
              onChange={(event) => setAllowedReason(event.target.value)}
            />
          </Field>
          <Button
            variant="secondary"
            size="lg"
            isLoading={isSaving}
            disabled={allowedReason.trim() === ''}
            onClick={() => void save(allowedReason)}
          >
            Allow this sale
          </Button>
        </div>
      )}
    </form>
  )
}
