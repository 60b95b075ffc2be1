import { type ActiveSession, revokeSession } from '@exempta/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { errorText } from '../../lib/error-text.ts'
import { routeMutation } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.ts'

interface SessionItemProps {
  session: ActiveSession
  onRevoked: () => Promise<void>
}

export function SessionItem({ session, onRevoked }: SessionItemProps) {
  const { id, device, ip, isCurrent, createdAt, lastSeenAt } = session
  const revoke = useMutation({
    ...routeMutation(revokeSession),
    onSuccess: async () => {
      toast.success(`${device} is signed out.`)
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
          {isCurrent ? 'Active now' : <>Last seen {<RelativeTime at={lastSeenAt} />}</>} · Signed in{' '}
          <RelativeTime at={createdAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Sign out ${device}`}
          isLoading={revoke.isPending}
          onClick={() => revoke.mutate({ params: { id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
