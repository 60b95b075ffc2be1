import type { MemberRole } from '@exempta/contract/businesses'
import { listMembers, removeMember, type TeamMember, updateMember } from '@exempta/contract/businesses/team'
import { minuteMs } from '@exempta/contract/durations'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { failureOf, routeMutation } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { refreshPerson } from '../../../lib/session-calls.ts'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { Select } from '../../../ui/select.tsx'
import { Clipped, RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { Invitations } from './invitations.tsx'
import { refreshTeam, roleNames, roleOptions } from './team-words.ts'

/** Takes effect at once. */
function MemberRoleChoice({ member: { id, name, role } }: { member: TeamMember }) {
  const change = useMutation({
    ...routeMutation(updateMember),
    onSuccess: (member) => toast.success(`${name} is now a ${roleNames[member.role].toLowerCase()}.`),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refreshTeam,
  })
  return (
    <Select
      aria-label={`Role of ${name}`}
      className="max-w-36"
      options={roleOptions}
      value={change.isPending ? change.variables.body.role : role}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate({ params: { id }, body: { role: event.target.value as MemberRole } })
      }
    />
  )
}

function memberColumns(canManage: boolean, onRemove: (member: TeamMember) => void): Column<TeamMember>[] {
  return [
    { key: 'name', header: 'Name', isPrimary: true, cell: NameCell },
    {
      key: 'role',
      header: 'Role',
      cell: (member) =>
        canManage && !member.isSelf ? <MemberRoleChoice member={member} /> : roleNames[member.role],
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { key: 'added', header: 'Added', cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
    {
      key: 'active',
      header: 'Last active',
      cell: ({ lastActiveAt }) => (lastActiveAt ? <RelativeTime at={lastActiveAt} /> : 'Never'),
    },
    ...(canManage
      ? [
          {
            key: 'actions',
            header: 'Actions',
            align: 'right' as const,
            cell: (member: TeamMember) => (
              <IconButton
                label={member.isSelf ? 'Leave the business' : `Remove ${member.name}`}
                icon={<UserMinus aria-hidden />}
                tone="danger"
                onClick={() => onRemove(member)}
              />
            ),
          },
        ]
      : []),
  ]
}

const NameCell = ({ name, email, isSelf }: TeamMember) => (
  <span className="grid">
    <span className="flex flex-wrap items-center gap-2">
      <Clipped text={name} className="md:max-w-64" />
      {isSelf && <Badge tone="accent">You</Badge>}
    </span>
    <span className="text-xs font-normal text-ink-muted">
      <Clipped text={email} className="md:max-w-72" />
    </span>
  </span>
)

function Members({ canManage }: { canManage: boolean }) {
  const [inQuestion, setInQuestion] = useState<TeamMember>()
  const list = useInfiniteQuery({
    queryKey: ['business', listMembers.path],
    queryFn: ({ pageParam, signal }) => call(listMembers, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Nothing announces that a colleague was active.
    refetchInterval: minuteMs,
  })
  async function remove() {
    if (!inQuestion) return
    await call(removeMember, { params: { id: inQuestion.id } })
    toast.success(inQuestion.isSelf ? 'You left the team.' : `Removed ${inQuestion.name} from the team.`)
    // Someone who has left may no longer read the team.
    await (inQuestion.isSelf ? refreshPerson() : refreshTeam())
  }
  return (
    <Card title="Business Users" isFlush>
      <DataTable
        caption="Business Users"
        columns={memberColumns(canManage, setInQuestion)}
        rows={list.data?.pages.flatMap((page) => page.items)}
        rowId={({ id }) => id}
        failure={failureOf(list)}
        skeletonRows={3}
      />
      <ShowMore list={list} />
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title={inQuestion?.isSelf ? 'Leave the business' : 'Remove user'}
        question={
          inQuestion?.isSelf
            ? 'You’ll lose access to everything in this business right away. You’ll keep your account.'
            : 'They’ll lose access to everything in this business right away, even on pages they have open.'
        }
        subject={inQuestion && `${inQuestion.name} · ${inQuestion.email}`}
        confirmLabel={inQuestion?.isSelf ? 'Leave' : 'Remove'}
        onConfirm={remove}
      />
    </Card>
  )
}

/** Who works for the own business, and who is asked to. */
export function Team() {
  const { isManager, canInvite } = useMembership()
  return (
    <div className="grid gap-6">
      <Members canManage={isManager} />
      {isManager && <Invitations canInvite={canInvite} />}
    </div>
  )
}
