import {
  askForGaps,
  type GapCustomer,
  getSalesList,
  listGapCustomers,
  removeSalesList,
  type SalesList,
} from '@exempta/contract/binders/sales-lists'
import { stateNames } from '@exempta/contract/states'
import { generalRatesSource } from '@exempta/knowledge/general-rates'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDay, formatDayOf } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { CustomerLink } from '../../../shared/customers/customer-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { count } from '../binder-words.ts'
import { money, several } from './gap-words.ts'
import { RehearsalCard } from './rehearsal-card.tsx'

/** One list: what may be missing and cost, whom to ask, the binders of its states, and an audit rehearsed. */
export function SalesListView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(routeQuery(getSalesList, { params: { id } }))
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="ghost" size="sm" className="-ml-3" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
          All lists
        </Button>
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" label="Looking for gaps" />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-xl font-semibold">
              {several(data.rows, 'sale')} added on {formatDayOf(data.createdAt)}
            </h2>
            <Button variant="ghost" size="sm" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          </div>
          <Gaps list={data} />
          <Customers id={id} />
          <Binders list={data} />
          <RehearsalCard listId={id} />
        </>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title="Delete List"
        question="Delete this list of sales and its rehearsals? Finished binders and the requests you sent stay."
        confirmLabel="Delete"
        onConfirm={async () => {
          // It's gone then, so the page must not ask for it again.
          onClose()
          await call(removeSalesList, { params: { id } })
          await refresh()
        }}
      />
    </div>
  )
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['sales-lists'] })

function Gaps({ list }: { list: SalesList }) {
  const { gaps, asked, undated, undatedOn, twice } = list
  const { canReview } = useMembership()
  const [isAsking, setAsking] = useState(false)
  async function ask() {
    setAsking(true)
    try {
      const after = await call(askForGaps, { params: { id: list.id } })
      await refresh()
      toast.success(`We’re asking ${several(after.asked ?? 0, 'customer')}.`)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <Card title="What is missing" description="As of now. Each new certificate changes it.">
      <div className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-3">
          <StatCard
            label="Customers"
            value={gaps.customers}
            note="bought without tax and without a good certificate"
          />
          <StatCard label="Their sales" value={gaps.sales} note={`${money(gaps.amountCents)} without tax`} />
          <StatCard label="At risk" value={money(gaps.atRiskCents)} note="an estimate, without local taxes" />
        </div>
        <ul className="grid gap-1 text-sm text-ink-muted">
          {gaps.customers > 0 && <li>{ratesInWords(list)}</li>}
          {gaps.unratedCents > 0 && (
            <li>{`We don’t have a rate for ${money(gaps.unratedCents)} of these sales, so the estimate leaves them out.`}</li>
          )}
          {undated > 0 && (
            <li>{`${several(undated, 'sale')} without a date. We checked them as of ${formatDay(undatedOn)}. A binder needs the dates.`}</li>
          )}
          {twice > 0 && (
            <li>{`${several(twice, 'line')} with the invoice number of an earlier line. We counted each invoice once.`}</li>
          )}
        </ul>
        {asked !== null ? (
          <p>
            {`You asked ${several(asked, 'customer')}. `}
            <TextLink to="/business/requests?tab=lists">See who has answered</TextLink>
          </p>
        ) : (
          gaps.canAsk > 0 &&
          canReview && (
            <div className="grid gap-2">
              {gaps.canAsk < gaps.customers && (
                <p className="text-ink-muted">{`We have an email address for ${count(gaps.canAsk)} of them.`}</p>
              )}
              <div>
                <Button isLoading={isAsking} onClick={() => void ask()}>
                  {gaps.canAsk === 1 ? 'Ask this customer' : `Ask these ${count(gaps.canAsk)} customers`}
                </Button>
              </div>
              <p className="text-sm text-ink-muted">
                Each gets one email, about the state where the most is at risk.
              </p>
            </div>
          )
        )}
        {asked === null && gaps.canAsk === 0 && gaps.customers > 0 && (
          <p>
            We don’t have an email address for these customers. Add an Email column to the list, or ask them
            yourself.
          </p>
        )}
      </div>
    </Card>
  )
}

function ratesInWords({ rates }: SalesList): string {
  const each = rates.flatMap(({ state, percent, isCorrected, isUncertain }) =>
    percent === null
      ? []
      : `${state} ${percent}%${isCorrected ? ' (set here)' : isUncertain ? ' (may have changed)' : ''}`,
  )
  const { publisher, title, publishedOn } = generalRatesSource
  return `At risk is the amount times the state’s general rate: ${each.join(', ')}. The rates are from ${publisher}, “${title}”, ${formatDay(publishedOn)}.`
}

function Customers({ id }: { id: string }) {
  const list = useList(listGapCustomers, {
    filters: {},
    input: ({ cursor }) => ({ params: { id }, query: { cursor } }),
  })
  const columns: Column<GapCustomer>[] = [
    {
      key: 'customer',
      header: 'Customer',
      isPrimary: true,
      cell: ({ customerId, name, number }) => (
        <span className="grid gap-0.5">
          {customerId && name ? (
            <CustomerLink customer={{ id: customerId, name }} />
          ) : (
            <span className="font-medium">{name ?? number ?? 'Not stated'}</span>
          )}
          {name && number && <span className="text-sm text-ink-muted">{number}</span>}
        </span>
      ),
    },
    { key: 'states', header: 'States', cell: ({ states }) => states.join(', ') },
    { key: 'sales', header: 'Sales', align: 'right', cell: ({ sales }) => count(sales) },
    { key: 'amount', header: 'Amount', align: 'right', cell: ({ amountCents }) => money(amountCents) },
    { key: 'risk', header: 'At risk', align: 'right', cell: ({ atRiskCents }) => money(atRiskCents) },
    {
      key: 'why',
      header: 'Why',
      cell: ({ reason }) => <span className="text-sm text-ink-muted">{reason}</span>,
    },
  ]
  return (
    <ListView
      caption="Customers without a good certificate"
      columns={columns}
      {...list.view}
      rowId={({ key }) => key}
      toolbar={null}
      empty={
        <EmptyState icon={<CircleCheck aria-hidden />} title="Nothing is missing">
          Every sale without tax on this list is covered by a certificate.
        </EmptyState>
      }
    />
  )
}

const Binders = ({ list: { states } }: { list: SalesList }) => (
  <Card
    title="Binders"
    description="Make a binder from the same sales, one for each state. It shows what’s covered, as a file for your auditor."
  >
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {states.map(({ state, binderId, rows }) => (
        <li key={state}>
          <TextLink to={`/business/binder?id=${binderId}`}>{stateNames[state] ?? state}</TextLink>{' '}
          <span className="text-ink-muted">({several(rows, 'sale')})</span>
        </li>
      ))}
    </ul>
  </Card>
)
