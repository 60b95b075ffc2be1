import { suggestionWords } from '@exempta/contract/customers'
import {
  acceptCustomerSuggestion,
  type CustomerSuggestion,
  declineCustomerSuggestion,
  listCustomerSuggestions,
} from '@exempta/contract/customers/merging'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { CustomerLink } from './customer-link.tsx'
import { refreshCustomers } from './refresh.ts'

const reasonsOf = ({ reasons }: CustomerSuggestion) =>
  reasons.map((reason) => suggestionWords[reason]).join(' · ')

/** Which customer a certificate may belong to, and why. Nothing is merged before someone says so. */
export function CustomerSuggestions({ of }: { of: { receivedId: string } | { customerId: string } }) {
  const { isManager } = useMembership()
  const { data } = useQuery({ ...routeQuery(listCustomerSuggestions, { query: of }), retry: false })
  const [busy, setBusy] = useState<string>()
  if (!data || data.items.length === 0) return null

  async function decide(suggestion: CustomerSuggestion, isSame: boolean) {
    const { id, customer, certificates } = suggestion
    setBusy(id)
    try {
      const route = isSame ? acceptCustomerSuggestion : declineCustomerSuggestion
      await call(route, { params: { id } })
      await refreshCustomers()
      toast.success(
        isSame
          ? `${certificates.name} belongs to ${customer.name} now.`
          : `${certificates.name} and ${customer.name} stay two customers.`,
      )
    } catch (error) {
      toast.error(errorText(error))
      await refreshCustomers()
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section
      aria-label="Same customer?"
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h2 className="font-semibold">Same customer?</h2>
      <ul className="grid gap-4">
        {data.items.map((suggestion) => (
          <li key={suggestion.id} className="grid gap-2">
            <p className="[overflow-wrap:anywhere]">
              <span className="font-medium">{suggestion.certificates.name}</span> may be{' '}
              <CustomerLink customer={suggestion.customer} />
              {suggestion.customer.number && ` (${suggestion.customer.number})`}.
            </p>
            <p className="text-ink-muted [overflow-wrap:anywhere]">
              {reasonsOf(suggestion)}
              {suggestion.email && ` · from ${suggestion.email}`}
            </p>
            {isManager && (
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  isLoading={busy === suggestion.id}
                  onClick={() => void decide(suggestion, true)}
                >
                  <Check aria-hidden className="size-4" />
                  Yes, same customer
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={busy !== undefined}
                  onClick={() => void decide(suggestion, false)}
                >
                  <X aria-hidden className="size-4" />
                  No
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
