import type { Person } from '@exempta/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { NotificationsBell } from '../../features/notifications/notifications-bell.tsx'
import { errorText } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query.ts'
import { profileOf } from '../../lib/roles.ts'
import { signOutHere } from '../../lib/session-calls.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PlainIconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'

/** The header's part for a signed-in person: bell, profile link, logout. */
export function AccountTools({ person }: { person: Person }) {
  const [isLeaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    try {
      await signOutHere()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setLeaving(false)
    }
  }
  const shownName = person.name || person.email
  return (
    <QueryClientProvider client={queryClient}>
      <NotificationsBell />
      <NavLink
        to={profileOf(person.role)}
        prefetch="intent"
        className="flex h-10 items-center gap-2 rounded-control px-1.5 text-sm font-medium hover:bg-subtle aria-[current=page]:bg-subtle"
      >
        <Avatar id={person.id} name={shownName} size="sm" />
        <span className="max-w-40 truncate max-sm:sr-only">{shownName}</span>
      </NavLink>
      <PlainIconButton
        label="Logout"
        title="Logout"
        icon={<LogOut aria-hidden />}
        isLoading={isLeaving}
        onClick={() => void leave()}
      />
    </QueryClientProvider>
  )
}
