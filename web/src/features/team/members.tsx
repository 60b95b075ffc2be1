import { listMembers, removeMember, type TeamMember } from '@exempta/contract/team'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { toast } from '../../ui/toast.ts'
import { memberColumns } from './member-columns.tsx'
import { refreshTeam } from './refresh-team.ts'

export function Members({ canManage }: { canManage: boolean }) {
  const [inQuestion, setInQuestion] = useState<TeamMember>()
  const list = useInfiniteQuery({
    queryKey: ['business', listMembers.path],
    queryFn: ({ pageParam, signal }) => call(listMembers, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  async function remove() {
    if (!inQuestion) return
    await call(removeMember, { params: { id: inQuestion.id } })
    toast.success(`${inQuestion.name} no longer belongs to the team.`)
    await refreshTeam()
  }
  return (
    <Card title="Business Users" isFlush>
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
          caption="Business Users"
          columns={memberColumns(canManage, setInQuestion)}
          rows={list.data?.pages.flatMap((page) => page.items)}
          rowId={({ id }) => id}
          skeletonRows={3}
        />
      )}
      <ShowMore list={list} />
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title={inQuestion?.isSelf ? 'Leave the business' : 'Remove user'}
        question={
          inQuestion?.isSelf
            ? 'You lose access to everything of this business and are logged out at once.'
            : 'Access to everything of this business ends at once, on pages that are open right now too.'
        }
        subject={inQuestion && `${inQuestion.name} · ${inQuestion.email}`}
        confirmLabel={inQuestion?.isSelf ? 'Leave' : 'Remove'}
        onConfirm={remove}
      />
    </Card>
  )
}
