import type { Role } from '@exempta/contract/people'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  AccountInformation,
  AccountSummary,
  ChangePasswordRow,
  useProfile,
} from '../../features/accounts/profile/account-information.tsx'
import { ActiveSessions, sessionsQuery } from '../../features/accounts/profile/active-sessions.tsx'
import { activityQuery, RecentActivity } from '../../features/accounts/profile/recent-activity.tsx'
import { TwoFactorSettings, twoFactorQuery } from '../../features/accounts/two-factor/two-factor-settings.tsx'
import { DataAndPrivacy } from '../../features/privacy/data-and-privacy.tsx'
import { errorText } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { PageSkeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'

const personWords = {
  security: 'Password & Security',
  password: { title: 'Password', buttonLabel: 'Change Password' },
  twoFactor: {
    title: 'Two-factor authentication',
    enableLabel: 'Enable Two-Factor',
    disableLabel: 'Disable Two-Factor',
  },
}
const words: Record<Role, typeof personWords> = {
  user: personWords,
  business: personWords,
  admin: {
    security: 'Security Settings',
    password: { title: 'Change Password', buttonLabel: 'Update' },
    twoFactor: { title: 'Two-factor Authentication', enableLabel: 'Enable', disableLabel: 'Disable' },
  },
}

/** The own account, the same for all three roles but for the specified words. */
export default function OwnAccount() {
  const { data: profile, error, isRefetching, refetch } = useProfile()
  // Asked for at once and shown together: parts that come later would move the others.
  const parts = [useQuery(twoFactorQuery), useQuery(sessionsQuery)]
  const activity = useInfiniteQuery(activityQuery)
  if (error && !profile) {
    return <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
  }
  if (!profile || activity.isPending || parts.some(({ isPending }) => isPending)) {
    return <PageSkeleton label="Loading account" hasAside />
  }
  const { security, password, twoFactor } = words[profile.role]
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <div className="grid min-w-0 gap-6">
        <AccountInformation profile={profile} />
        <Card title={security}>
          <ChangePasswordRow {...password} />
          <TwoFactorSettings {...twoFactor} />
        </Card>
        <ActiveSessions />
        <RecentActivity />
      </div>
      <div className="grid min-w-0 gap-6">
        <AccountSummary profile={profile} />
        <DataAndPrivacy personRole={profile.role} />
      </div>
    </div>
  )
}
