import { type ApiKey, listApiKeys, revokeApiKey } from '@exempta/contract/api-access'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { toast } from '../../ui/toast.ts'
import { keyColumns } from './key-columns.tsx'
import { refreshApiAccess } from './refresh-api-access.ts'

/** The keys of the own business, revoked ones too: they stand in the history of documents. */
export function ApiKeys() {
  const [inQuestion, setInQuestion] = useState<ApiKey>()
  const list = useInfiniteQuery({
    queryKey: ['business', listApiKeys.path],
    queryFn: ({ pageParam, signal }) => call(listApiKeys, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  async function revoke() {
    if (!inQuestion) return
    await call(revokeApiKey, { params: { id: inQuestion.id } })
    toast.success(`${inQuestion.name} was revoked.`)
    await refreshApiAccess()
  }
  return (
    <Card title="API Keys" isFlush>
      {list.error && !list.data ? (
        <div className="p-5 pt-0">
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        </div>
      ) : (
        <DataTable
          caption="API Keys"
          columns={keyColumns(setInQuestion)}
          rows={list.data?.pages.flatMap((page) => page.items)}
          rowId={({ id }) => id}
          skeletonRows={2}
          empty={
            <EmptyState icon={<KeyRound aria-hidden />} title="No keys yet.">
              Make one for each program, so that you can revoke it alone.
            </EmptyState>
          }
        />
      )}
      <ShowMore list={list} />
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title="Revoke key"
        question="Programs that use it are refused at once. This action cannot be undone."
        subject={inQuestion && `${inQuestion.name} · ${inQuestion.prefix}…`}
        confirmLabel="Revoke"
        onConfirm={revoke}
      />
    </Card>
  )
}
