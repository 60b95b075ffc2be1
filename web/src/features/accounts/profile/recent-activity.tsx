import { type Activity, listActivity } from '@exempta/contract/accounts/profile'
import { type AuditAction, type AuditResult, actionWords } from '@exempta/contract/admin/audit'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { CircleX, History, ShieldAlert } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

const words: Partial<Record<AuditAction, string>> = {
  'account.create': 'Account created',
  'account.delete': 'Account deletion requested',
  'administrator.create': 'Administrator account created',
  'backup-codes.replace': 'New backup codes created',
  'business-mails.update': 'Business email preferences changed',
  'business.create': 'Business registered',
  'business.update': 'Business profile changed',
  'data-export.download': 'Your data downloaded',
  'data-export.prepare': 'Your data prepared for download',
  'data-export.request': 'Copy of your data requested',
  'document.black-out': 'Document updated',
  'document.check': 'Document checked before sharing',
  'document.download': 'Document downloaded',
  'document.expire': 'Document deleted when its retention period expired',
  'document.process': 'Document processed',
  'document.remove': 'Document deleted',
  'document.rename': 'Document renamed',
  'document.retry': 'Document processed again',
  'document.upload': 'Document uploaded',
  'document.view': 'Document viewed',
  'email.change': 'Email address changed',
  'email.change-request': 'Email address change requested',
  'email.verification-request': 'Confirmation link sent',
  'email.verify': 'Email address confirmed',
  'invitation.accept': 'Invitation accepted',
  'invitation.create': 'Team member invited',
  'invitation.revoke': 'Invitation canceled',
  'ip-list.update': 'Allowed networks changed',
  'member.remove': 'Team member removed',
  'member.update': 'Team member’s role changed',
  'notification-preferences.update': 'Email preferences changed',
  'passkey.create': 'Passkey added',
  'passkey.remove': 'Passkey removed',
  'password.change': 'Password changed',
  'password.give': 'Temporary password set',
  'password.reset': 'Password reset',
  'password.reset-request': 'Password reset link sent',
  'privacy-settings.update': 'Privacy settings changed',
  'profile.update': 'Profile changed',
  'report.download': 'Report downloaded',
  'session.revoke': 'Another session logged out',
  'session.second-factor': 'Two-factor login',
  'session.sign-in': 'Logged in',
  'session.sign-out': 'Logged out',
  'setting.update': 'Setting changed',
  'share.correct': 'Rejected document replaced',
  'share.create': 'Document shared',
  'share.expire': 'Share expired',
  'share.reject': 'Received document rejected',
  'share.reopen': 'Document shared again',
  'share.reopen-review': 'Review reopened',
  'share.return': 'Shared document returned for review',
  'share.revoke': 'Document no longer shared',
  'share.verify': 'Received document verified',
  'two-factor.disable': 'Two-factor authentication disabled',
  'two-factor.enable': 'Two-factor authentication enabled',
}

const openedWords = {
  received: 'An administrator opened an email sent to you',
  sent: 'An administrator opened an email you sent',
}

/** One line of the activity list; an action without its own wording is described as in the audit log. */
export function activityWords(
  action: AuditAction,
  result: AuditResult,
  openedEmail: Activity['openedEmail'] = null,
): string {
  if (openedEmail) return openedWords[openedEmail]
  if (result === 'done') return words[action] ?? actionWords(action)
  const refused = actionWords(action, result)
  return refused === actionWords(action) ? `${words[action] ?? refused} (${result})` : refused
}

const pageSize = 8

export const activityQuery = infiniteQueryOptions({
  queryKey: ['profile', listActivity.path],
  queryFn: ({ pageParam, signal }) =>
    call(listActivity, { query: { limit: pageSize, cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

/** What was done with the own account, newest first. */
export function RecentActivity() {
  const list = useInfiniteQuery(activityQuery)
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <Card title="Recent Activity" isFlush>
      {list.error && !items ? (
        <div className="px-5 pb-5">
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        </div>
      ) : !items ? (
        <Skeleton className="mx-5 mb-5 h-32" label="Loading recent activity" />
      ) : items.length === 0 ? (
        <EmptyState icon={<History aria-hidden />} title="No activity yet" />
      ) : (
        <ul aria-label="Recent activity" className="divide-y divide-line">
          {items.map(({ id, action, result, at, ip, openedEmail, document, recipient }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5"
            >
              <span className="inline-flex items-baseline gap-1.5">
                {result !== 'done' && (
                  <CircleX aria-hidden className="size-4 shrink-0 self-center text-danger" />
                )}
                {openedEmail && (
                  <ShieldAlert aria-hidden className="size-4 shrink-0 self-center text-warning" />
                )}
                <span className="[overflow-wrap:anywhere]">
                  {activityWords(action, result, openedEmail)}
                  {document && <span className="text-ink-muted">: {document}</span>}
                  {recipient && <span className="text-ink-muted"> · {recipient}</span>}
                </span>
              </span>
              <span className="text-xs text-ink-muted">
                {ip && `${ip} · `}
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </Card>
  )
}
