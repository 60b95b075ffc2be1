import { mailStates, type OutboxMail } from '@exempta/contract/outbox'
import { MailX, SearchX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { mailColumns } from './mail-columns.tsx'
import { MailDetails } from './mail-details.tsx'
import { useMails } from './use-mails.ts'

const statusWords = { queued: 'Queued', kept: 'Kept', sent: 'Sent', failed: 'Failed' }
const statusOptions = mailStates.map((value) => ({ value, label: statusWords[value] }))

/** Every mail of the product: waiting, kept, sent or given up. */
export function Outbox() {
  const { state, list, isNarrowed } = useMails()
  const [openedId, setOpenedId] = useState<string>()
  const rows = list.data?.items
  const next = list.data?.nextCursor
  const opened = rows?.find(({ id }) => id === openedId)
  const open = ({ id }: OutboxMail) => setOpenedId(id)
  return (
    <div className="grid gap-4">
      {list.data && !list.data.hasMailServer && (
        <Banner tone="info" title="No mail server is configured.">
          Emails aren’t sent. They’re kept here so that you can pass on their links and codes. To open those,
          confirm with your password; the people they’re for are notified.
        </Banner>
      )}
      <ListView
        caption="Mail"
        columns={mailColumns(open)}
        rows={rows}
        rowId={({ id }) => id}
        sort={state.sort}
        onSort={state.setSort}
        toolbar={
          <>
            <SearchInput
              label="Search by address or subject..."
              value={state.search}
              onSearch={state.setSearch}
            />
            <FilterSelect
              label="Status"
              allLabel="All Status"
              value={state.filters.status}
              options={statusOptions}
              onChange={(value) => state.setFilter('status', value)}
            />
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No mail matches.">
              Try another word, or choose All Status.
            </EmptyState>
          ) : (
            <EmptyState icon={<MailX aria-hidden />} title="No mail yet.">
              Mails appear here as soon as somebody registers, shares or asks for a link.
            </EmptyState>
          )
        }
        failure={
          list.error && !list.data
            ? {
                message: errorText(list.error),
                onRetry: () => void list.refetch(),
                isRetrying: list.isRefetching,
              }
            : undefined
        }
        paging={{
          pageNumber: state.pageNumber,
          onPrevious: state.goPrevious,
          onNext: next ? () => state.goNext(next) : undefined,
        }}
      />
      {opened && <MailDetails key={opened.id} mail={opened} onClose={() => setOpenedId(undefined)} />}
    </div>
  )
}
