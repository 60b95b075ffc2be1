import {
  type CustomerRow,
  customerAnswers,
  customerAnswerWords,
  listCustomers,
  listCustomerTags,
} from '@exempta/contract/customers'
import { dayMs } from '@exempta/contract/durations'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { Contact, FileSpreadsheet, SearchX, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDay, today } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { viewSearch } from '../../../lib/saved-views.ts'
import { customerAddress } from '../../../shared/customers/customer-link.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/data-table.tsx'
import { ListFilter, ListSearch, ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { ViewBar } from '../../../ui/view-bar.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { customerColumns } from './customer-columns.tsx'

const NewCustomer = onDemand(async () => (await import('../edit/customer-dialogs.tsx')).NewCustomer)

const title = 'Customers'

export const meta = pageMeta(title)

const filters = {
  state: /^[A-Z]{2}$/,
  answer: customerAnswers,
  missing: ['true'],
  expiresBefore: /^\d{4}-\d{2}-\d{2}$/,
  tag: /^.{1,40}$/,
  inactive: ['true'],
} as const

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
const answerOptions = customerAnswers.map((value) => ({ value, label: customerAnswerWords[value] }))

const views = [
  { name: 'All', search: '' },
  { name: 'Missing a certificate', search: viewSearch('?missing=true') },
  { name: 'Ask a manager', search: viewSearch('?answer=check') },
  { name: 'Inactive', search: viewSearch('?inactive=true') },
]

/** Everyone the business sells to, whether or not they have sent a certificate. */
export default function CustomerList() {
  const { isManager } = useMembership()
  const navigate = useNavigate()
  const list = useList(listCustomers, {
    filters,
    input: ({ search, filters, cursor }) => ({ query: { search, ...filters, cursor } }),
  })
  const { data: tags } = useQuery(routeQuery(listCustomerTags, {}))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setAdding] = useState(false)
  const tagOptions = optionsOf(list.filters.tag, tags?.items)
  const chosen = list.rows?.filter(({ id }) => selected.has(id)) ?? []
  const selection: Selection<CustomerRow> = {
    selected: new Set(chosen.map(({ id }) => id)),
    onChange: setSelected,
    nameOf: ({ name }) => name,
  }
  const addButton = isManager && (
    <Button onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" />
      Add a customer
    </Button>
  )
  return (
    <>
      <PageHeader
        title={title}
        description="Who buys from you, in which states, and whether their certificates cover it today."
        actions={
          <>
            <LinkButton to="/business/customers/import" variant="secondary">
              <FileSpreadsheet aria-hidden className="size-4" />
              Import and export
            </LinkButton>
            {addButton}
          </>
        }
      />
      <ViewBar list="customers" own={views} />
      <ListView
        caption={title}
        isTight
        columns={customerColumns}
        {...list.view}
        rowId={({ id }) => id}
        selection={selection}
        toolbar={
          <>
            <ListSearch list={list} label="Search name, number or email..." />
            <ListFilter list={list} name="state" label="State" allLabel="All States" options={stateOptions} />
            <ListFilter
              list={list}
              name="answer"
              label="Answer"
              allLabel="All Answers"
              options={answerOptions}
            />
            {tagOptions.length > 0 && (
              <ListFilter list={list} name="tag" label="Tag" allLabel="All Tags" options={tagOptions} />
            )}
            <ListFilter
              list={list}
              name="expiresBefore"
              label="Expires before"
              allLabel="Any Expiration"
              options={expiryOptions(list.filters.expiresBefore)}
            />
          </>
        }
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No customers match.">
              Try the beginning of another word, or remove a filter.
            </EmptyState>
          ) : (
            <EmptyState icon={<Contact aria-hidden />} title="No customers yet" action={addButton}>
              Add a customer. Everyone who sends you a certificate appears here, too.
            </EmptyState>
          )
        }
      />
      <BulkActions chosen={chosen} isManager={isManager} onDone={() => setSelected(new Set())} />
      {isAdding && (
        <NewCustomer
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate(customerAddress(id))}
        />
      )}
    </>
  )
}

/** What is chosen stays a choice, also when no customer has it anymore. */
const optionsOf = (chosen: string | undefined, tags: readonly string[] = []) =>
  [...new Set(chosen ? [...tags, chosen] : tags)].map((tag) => ({ value: tag, label: tag }))

/** Days that people plan by, and the one in the address. */
function expiryOptions(chosen: string | undefined) {
  const days = [30, 60, 90].map((count) =>
    new Date(Date.parse(today()) + count * dayMs).toISOString().slice(0, 10),
  )
  return [...new Set(chosen ? [...days, chosen] : days)]
    .toSorted()
    .map((day) => ({ value: day, label: `Expires before ${formatDay(day)}` }))
}
