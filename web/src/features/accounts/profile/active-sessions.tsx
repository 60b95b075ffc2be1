import {
  type ActiveSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '@exempta/contract/accounts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

interface SessionItemProps {
  session: ActiveSession
  onRevoked: () => Promise<void>
}

function SessionItem({ session, onRevoked }: SessionItemProps) {
  const { id, device, ip, isCurrent, createdAt, lastSeenAt } = session
  const revoke = useMutation({
    ...routeMutation(revokeSession),
    onSuccess: async () => {
      toast.success(`Logged out ${device}.`)
      await onRevoked()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 px-5 py-3.5">
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-subtle text-ink-muted">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isCurrent && <Badge tone="accent">This session</Badge>}
        </p>
        <p className="text-xs break-words text-ink-muted">
          {ip && `${ip} · `}
          {isCurrent ? 'Active now' : <>Last seen {<RelativeTime at={lastSeenAt} />}</>} · Logged in{' '}
          <RelativeTime at={createdAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Log out ${device}`}
          isLoading={revoke.isPending}
          onClick={() => revoke.mutate({ params: { id } })}
        >
          Log out
        </Button>
      )}
    </li>
  )
}

export const sessionsQuery = routeQuery(listSessions, {})
const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })

/** Where the person is signed in: device, address, last seen; each of the others can be signed out. */
export function ActiveSessions() {
  const { data, error, isRefetching, refetch } = useQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const sessions = data?.sessions
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  async function revokeOthers() {
    await call(revokeOtherSessions)
    toast.success('You’re logged out everywhere else.')
    await refresh()
  }
  return (
    <Card
      title="Active sessions"
      description="Where you’re logged in. If you don’t recognize a session, log it out and change your password."
      isFlush
      actions={
        others > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            Log out all others
          </Button>
        )
      }
    >
      {error && !sessions ? (
        <div className="px-5 pb-5">
          <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </div>
      ) : sessions ? (
        <ul aria-label="Active sessions" className="divide-y divide-line">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} onRevoked={refresh} />
          ))}
        </ul>
      ) : (
        <Skeleton className="mx-5 mb-5 h-14" label="Loading active sessions" />
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setAsking}
          title="Log out all others"
          question={`You’ll stay logged in here and be logged out of ${others} other ${others === 1 ? 'session' : 'sessions'}.`}
          confirmLabel="Log out all others"
          onConfirm={revokeOthers}
        />
      )}
    </Card>
  )
}
