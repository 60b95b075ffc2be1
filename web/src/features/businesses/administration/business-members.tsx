import { type BusinessMember, listBusinessMembers } from '@exempta/contract/businesses/administration'
import { texts } from '@exempta/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { failureText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { failureOf } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmailText, RelativeTime } from '../../../ui/text.tsx'
import { roleNames } from '../team/team-words.ts'

const AddMemberDialog = onDemand(async () => (await import('./member-dialogs.tsx')).AddMemberDialog)
const MemberDialog = onDemand(async () => (await import('./member-dialogs.tsx')).MemberDialog)

const memberColumns = (onOpen: (member: BusinessMember) => void): Column<BusinessMember>[] => [
  {
    key: 'name',
    header: 'Name',
    isPrimary: true,
    cell: (member) => (
      // The whole row is the button's.
      <button
        type="button"
        onClick={() => onOpen(member)}
        className="rounded-sm text-left [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
      >
        {member.name}
      </button>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <span className="block max-w-56 [overflow-wrap:break-word]">
        <EmailText of={email} />
      </span>
    ),
  },
  { key: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'added', header: 'Added', cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
]

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
      <DataTable
        caption="Business Users"
        columns={memberColumns(({ id }) => setOpenId(id))}
        rows={rows}
        rowId={({ id }) => id}
        failure={failureOf(list, (error) => failureText(error, texts.admin.usersFailed))}
        skeletonRows={3}
        empty={<p className="px-5 pb-5 text-ink-muted">No users found</p>}
      />
      <ShowMore list={list} />
      {isAdding && <AddMemberDialog businessId={businessId} onClose={() => setAdding(false)} />}
      {open && <MemberDialog businessId={businessId} member={open} onClose={() => setOpenId(undefined)} />}
    </Card>
  )
}
