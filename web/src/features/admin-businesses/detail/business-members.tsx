import { listBusinessMembers } from '@exempta/contract/admin-businesses'
import { texts } from '@exempta/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/failure-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { memberColumns } from './member-columns.tsx'

const AddMemberDialog = lazy(() => import('./add-member-dialog.tsx'))
const MemberDialog = lazy(async () => ({ default: (await import('./member-dialog.tsx')).MemberDialog }))

export function BusinessMembers({ businessId }: { businessId: string }) {
  const [isAdding, setAdding] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const list = useInfiniteQuery({
    queryKey: ['admin', listBusinessMembers.path, businessId],
    queryFn: ({ pageParam, signal }) =>
      call(listBusinessMembers, { params: { id: businessId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = list.data?.pages.flatMap((page) => page.items)
  const open = rows?.find(({ id }) => id === openId)
  return (
    <Card
      title="Business Users"
      isFlush
      actions={
        <Button size="sm" variant="secondary" onClick={() => setAdding(true)}>
          <UserPlus aria-hidden className="size-4" />
          Add User
        </Button>
      }
    >
      {list.error && !rows ? (
        <div className="p-5 pt-0">
          <FailedState
            message={failureWords(list.error, texts.admin.usersFailed)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        </div>
      ) : (
        <DataTable
          caption="Business Users"
          columns={memberColumns(({ id }) => setOpenId(id))}
          rows={rows}
          rowId={({ id }) => id}
          skeletonRows={3}
          empty={<p className="px-5 pb-5 text-ink-muted">No users found</p>}
        />
      )}
      <ShowMore list={list} />
      {isAdding && (
        <Suspense>
          <AddMemberDialog businessId={businessId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <MemberDialog businessId={businessId} member={open} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}
