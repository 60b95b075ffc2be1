import { listSessions, revokeOtherSessions } from '@exempta/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { SessionItem } from './session-item.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

const query = routeQuery(listSessions, {})
const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })

/** Where the person is signed in: device, address, last seen; each of the others can be signed out. */
export function ActiveSessions() {
  const { data, error, isRefetching, refetch } = useQuery(query)
  const [isAsking, setAsking] = useState(false)
  const sessions = data?.sessions
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  async function revokeOthers() {
    await call(revokeOtherSessions)
    toast.success('You are signed out everywhere else.')
    await refresh()
  }
  return (
    <Card
      title="Active sessions"
      description="Where you are signed in. Sign out what you do not know, and change your password."
      isFlush
      actions={
        others > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            Sign out all others
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
        <Suspense>
          <ConfirmDialog
            isOpen
            onOpenChange={setAsking}
            title="Sign out all others"
            question={`You stay signed in here and are signed out of ${others} other ${others === 1 ? 'session' : 'sessions'}.`}
            confirmLabel="Sign out all others"
            onConfirm={revokeOthers}
          />
        </Suspense>
      )}
    </Card>
  )
}
