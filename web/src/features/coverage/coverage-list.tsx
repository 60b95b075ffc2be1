import { type CoverageRow, downloadCoverage, listCoverage } from '@exempta/contract/coverage'
import { pageLimits } from '@exempta/contract/paging'
import { stateNames } from '@exempta/contract/states'
import { verdicts, verdictWords } from '@exempta/contract/verdict'
import { BadgeCheck, Grid3x3, SearchX } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useAddressParams, useList } from '../../lib/list.ts'
import { useMembership } from '../../lib/roles.ts'
import { viewSearch } from '../../lib/saved-views.ts'
import { AcceptAnyway } from '../../shared/coverage/accept-anyway.tsx'
import { AcceptedLine } from '../../shared/coverage/accepted-line.tsx'
import { VerdictBadge } from '../../shared/coverage/verdict.tsx'
import { CustomerLink } from '../../shared/customers/customer-link.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { FoldedFilter, ListFilter, ListSearch, ListView } from '../../ui/list-view.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TextLink } from '../../ui/text.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ViewBar } from '../../ui/view-bar.tsx'
import { ReasonRow } from './answer-card.tsx'
import { type GridRow, gridOf } from './coverage-grid.ts'

const filters = {
  state: /^[A-Z]{2}$/,
  verdict: verdicts,
  expiresBefore: /^\d{4}-\d{2}-\d{2}$/,
} as const

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
const verdictOptions = verdicts.map((value) => ({ value, label: verdictWords[value].title }))

/** With the pending documents, this is what a manager has to decide. */
const views = [
  { name: 'All', search: '' },
  { name: 'Waiting for a manager', search: viewSearch('?verdict=check') },
  { name: 'Not covered', search: viewSearch('?verdict=not-covered') },
]

/** A view of the customers: one line for each state that a certificate is for, with today’s answer and its reasons. */
export function CoverageList() {
  const { params, set } = useAddressParams()
  const isGrid = params.get('view') === 'grid'
  const list = useList(listCoverage, {
    filters,
    input: ({ search, filters: { verdict, state, expiresBefore }, cursor }) => ({
      query: {
        search,
        verdict,
        state,
        expiresBefore,
        cursor,
        ...(isGrid && { limit: pageLimits.pageSizeMax }),
      },
    }),
  })
  const toolbar = (
    <>
      <ListSearch list={list} label="Search customers..." />
      <ListFilter list={list} name="state" label="State" allLabel="All States" options={stateOptions} />
      <ListFilter list={list} name="verdict" label="Answer" allLabel="All Answers" options={verdictOptions} />
      <FoldedFilter isInUse={list.filters.expiresBefore !== undefined}>
        <span className="flex items-center gap-2">
          <span aria-hidden className="shrink-0">
            Expires before
          </span>
          <TextInput
            type="date"
            aria-label="Expires before"
            value={list.filters.expiresBefore ?? ''}
            onChange={(event) => list.setFilter('expiresBefore', event.target.value)}
          />
        </span>
      </FoldedFilter>
    </>
  )
  const actions = (
    <span className="flex shrink-0 gap-3">
      <Button
        variant="secondary"
        aria-pressed={isGrid}
        onClick={() => set('view', isGrid ? undefined : 'grid')}
      >
        <Grid3x3 aria-hidden className="size-4" />
        Grid
      </Button>
      <ExportLink href={addressOf(downloadCoverage, { query: { search: list.search, ...list.filters } })} />
    </span>
  )
  const empty = list.isNarrowed ? (
    <EmptyState icon={<SearchX aria-hidden />} title="No customers match.">
      Try the beginning of another word, or remove a filter.
    </EmptyState>
  ) : (
    <EmptyState icon={<BadgeCheck aria-hidden />} title="No certificates yet">
      Customers appear here when they share a certificate and confirm what it says.
    </EmptyState>
  )
  return (
    <div className="grid gap-4">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 [&>nav]:mb-0 [&>nav]:min-w-0">
        <ViewBar list="coverage" own={views} />
        {actions}
      </div>
      {isGrid ? (
        <CoverageGrid rows={list.rows} view={list.view} toolbar={toolbar} empty={empty} />
      ) : (
        <ListView
          caption="Coverage"
          columns={columns}
          {...list.view}
          rowId={({ id }) => id}
          toolbar={toolbar}
          empty={empty}
        />
      )}
    </div>
  )
}

interface CoverageGridProps {
  rows: readonly CoverageRow[] | undefined
  view: Omit<ComponentProps<typeof ListView>, 'caption' | 'columns' | 'rows' | 'rowId' | 'toolbar' | 'empty'>
  toolbar: ReactNode
  empty: ReactNode
}

/** Who is covered where, at one glance: a column for each state that someone has a certificate for. */
function CoverageGrid({ rows, view, toolbar, empty }: CoverageGridProps) {
  const { states, customers } = gridOf(rows ?? [])
  const columns: Column<GridRow>[] = [
    { key: 'customer', header: 'Customer', isPrimary: true, cell: ({ name }) => name },
    ...states.map((state) => ({
      key: state,
      header: state,
      isBlank: ({ byState }: GridRow) => !byState.has(state),
      cell: ({ byState }: GridRow) => {
        const row = byState.get(state)
        if (!row) return <span className="text-ink-muted">None</span>
        const badge = <VerdictBadge verdict={row.verdict} />
        return row.receivedId ? (
          <Link to={`/business/documents/${row.receivedId}`} title={row.reasons[0]?.text}>
            {badge}
          </Link>
        ) : (
          badge
        )
      },
    })),
  ]
  return (
    <div className="grid gap-2 [&_table]:min-w-max [&>*]:overflow-x-auto">
      <ListView
        caption="Coverage by state"
        columns={columns}
        {...view}
        rows={rows && customers}
        rowId={({ id }) => id}
        toolbar={toolbar}
        empty={empty}
      />
      {view.paging?.onNext && (
        <p className="text-sm text-ink-muted">
          The last customer on this page can have more states on the next one.
        </p>
      )}
    </div>
  )
}

/** The list answers for goods. */
function AcceptInList({
  receivedId,
  state,
  reasons,
}: Pick<CoverageRow, 'state' | 'reasons'> & { receivedId: string }) {
  const { isManager } = useMembership()
  if (!isManager) return null
  return (
    <AcceptAnyway
      size="sm"
      receivedId={receivedId}
      state={state}
      kind="goods"
      questions={reasons.map(({ text }) => text)}
    />
  )
}

const columns: Column<CoverageRow>[] = [
  {
    key: 'customer',
    header: 'Customer',
    isPrimary: true,
    cell: ({ customer, receivedId }) => (
      <span className="grid justify-items-start gap-2 md:min-w-44">
        <CustomerLink customer={customer} />
        {receivedId && (
          <TextLink
            to={`/business/documents/${receivedId}`}
            className="text-xs font-normal whitespace-nowrap"
          >
            Open the certificate
          </TextLink>
        )}
      </span>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => stateNames[state] ?? state },
  {
    key: 'answer',
    header: 'Answer',
    cell: ({ verdict, part, local }) => (
      <span className="grid justify-items-start gap-1">
        <VerdictBadge verdict={verdict} />
        {part && <span className="text-sm">{part.text}</span>}
        {local.map((line) => (
          <span key={line} className="text-sm">
            {line}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'why',
    header: 'Why',
    cell: ({ reasons, accepted, canAccept, receivedId, state }) => (
      <div className="grid justify-items-start gap-2">
        {accepted && <AcceptedLine accepted={accepted} />}
        <details className="max-w-md">
          <summary className="cursor-pointer">{reasons[0]?.text}</summary>
          <ul className="grid gap-3 pt-2">
            {reasons.map((reason) => (
              <ReasonRow key={reason.text} reason={reason} />
            ))}
          </ul>
        </details>
        {canAccept && receivedId && <AcceptInList receivedId={receivedId} state={state} reasons={reasons} />}
      </div>
    ),
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresOn, verdict }) =>
      expiresOn ? (
        <span className="whitespace-nowrap">{formatDay(expiresOn)}</span>
      ) : (
        <span className="whitespace-nowrap text-ink-muted">
          {verdict === 'covered' ? 'No expiration date' : 'Not stated'}
        </span>
      ),
  },
]
