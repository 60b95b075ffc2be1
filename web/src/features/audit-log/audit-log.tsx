import { type AuditLogEntry, downloadAuditLog } from '@exempta/contract/audit-log'
import { Download, SearchX } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { errorText } from '../../lib/error-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditDays, AuditFilters, AuditSearch, PressedFilters } from './audit-filters.tsx'
import { EntryDetails } from './entry-details.tsx'
import { useAuditLog } from './use-audit-log.ts'
import { VerificationCard } from './verification-card.tsx'

/** Everything that was recorded, and whether the record is whole. */
export function AuditLog() {
  const { state, filter, list, isNarrowed } = useAuditLog()
  const [opened, setOpened] = useState<AuditLogEntry>()
  const rows = list.data?.items
  const next = list.data?.nextCursor
  return (
    <div className="grid gap-6">
      <VerificationCard />
      <div className="grid gap-4">
        <div className="grid gap-4 lg:grid-cols-[auto_1fr] lg:items-end">
          <AuditDays state={state} />
          <AuditFilters state={state} />
        </div>
        <PressedFilters state={state} rows={rows ?? []} />
        <ListView
          caption="Audit Log"
          columns={auditColumns({
            onOpen: setOpened,
            onActor: (id) => state.setFilter('actorId', id),
            onTarget: (id) => state.setFilter('targetId', id),
          })}
          rows={rows}
          rowId={({ id }) => id}
          toolbar={
            <>
              <AuditSearch state={state} />
              <a
                href={addressOf(downloadAuditLog, { query: filter })}
                download
                className={classNames(buttonClass('secondary'), 'sm:ml-auto')}
              >
                <Download aria-hidden className="size-4" />
                Export CSV
              </a>
            </>
          }
          empty={
            <EmptyState icon={<SearchX aria-hidden />} title="Nothing was recorded that matches.">
              {isNarrowed ? 'Try another word, or take a filter away.' : 'What people do appears here.'}
            </EmptyState>
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
      </div>
      {opened && <EntryDetails entry={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
