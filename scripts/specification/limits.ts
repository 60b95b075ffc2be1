import type { limits } from '@exempta/contract/limits'

interface SpecifiedLimit {
  /** In the specification's words: every place where it names the number. */
  readonly says: readonly string[]
  readonly limit: keyof typeof limits
  readonly is: number | readonly number[]
  /** The test of what the limit does, and words of it. */
  readonly by: string
  readonly words: string
}

export const specifiedLimits: readonly SpecifiedLimit[] = [
  {
    says: ['10 MB (10*1024*1024 bytes)', '10 MB per file'],
    limit: 'uploadMaxBytes',
    is: 10 * 1024 * 1024,
    by: 'server/src/features/documents/upload/bad-uploads.test.ts',
    words: 'limits.uploadMaxBytes',
  },
  {
    says: ['the 10MB limit is stated only as text'],
    limit: 'resumeMaxBytes',
    is: 10 * 1024 * 1024,
    by: 'server/src/features/admin/applications/applications.test.ts',
    words: 'limits.resumeMaxBytes',
  },
  {
    says: ['validity 3600 seconds', 'valid 3600 seconds'],
    limit: 'viewLinkMs',
    is: 3600_000,
    by: 'server/src/features/documents/processing.test.ts',
    words: 'limits.viewLinkMs',
  },
  {
    says: ['upload success 2000 ms', 'after 2 seconds'],
    limit: 'uploadRedirectMs',
    is: 2000,
    by: 'e2e/documents/upload.journey.ts',
    words: "await expect(page).toHaveURL('/user/documents')",
  },
  {
    says: ['recent documents 5', 'limited to 5 rows', 'The dashboard limits to 5'],
    limit: 'dashboardRecentDocuments',
    is: 5,
    by: 'server/src/features/documents/documents.test.ts',
    words: 'shows the newest five',
  },
  {
    says: ['recent businesses 3', 'up to 3 businesses'],
    limit: 'dashboardRecentBusinesses',
    is: 3,
    by: 'server/src/features/sharing/shares.test.ts',
    words: 'the last three businesses',
  },
  {
    says: ['password length at registration 8', 'a minimum length of 8'],
    limit: 'passwordMinLength',
    is: 8,
    by: 'e2e/accounts/register.journey.ts',
    words: 'Password must be at least 8 characters long',
  },
  {
    says: ['admin-created users: 6', 'at least 6 characters', 'length of 6'],
    limit: 'temporaryPasswordMinLength',
    is: 6,
    by: 'e2e/admin/users.journey.ts',
    words: 'Password must be at least 6 characters long',
  },
  {
    says: ['6-digit', '6 digits'],
    limit: 'twoFactorCodeDigits',
    is: 6,
    by: 'server/src/features/accounts/two-factor/two-factor.test.ts',
    words: '123456',
  },
  {
    says: ['success banner 3000 ms', 'Success banner: 3 seconds', 'for 3 seconds', 'lasts 3 seconds'],
    limit: 'successBannerMs',
    is: 3000,
    by: 'e2e/accounts/profile.journey.ts',
    words: 'page.clock.fastForward(3000)',
  },
  {
    says: ['simulated after 1 second'],
    limit: 'chatAutomaticReplyMs',
    is: 1000,
    by: 'server/src/features/chat/chat.test.ts',
    words: 'texts.chat.automaticReplies',
  },
  {
    says: ['tick every 30 seconds'],
    limit: 'sessionTickMs',
    is: 30_000,
    by: 'e2e/accounts/session.journey.ts',
    words: 'fastForward',
  },
  {
    says: ['about 3 ticks (90 seconds)'],
    limit: 'sessionRenewBelowMs',
    is: 90_000,
    by: 'web/src/lib/session-times.test.ts',
    words: 'renews when 90 s remain',
  },
  {
    says: ['back-off 1 s, 2 s, 5 s, then 10 s'],
    limit: 'realtimeReconnectMs',
    is: [1000, 2000, 5000, 10_000],
    by: 'server/src/platform/realtime/live-client.test.ts',
    words: 'reconnectMs',
  },
  {
    says: ['Realtime timeout 10000 ms'],
    limit: 'realtimeTimeoutMs',
    is: 10_000,
    by: 'server/src/platform/realtime/live-client.test.ts',
    words: 'timeoutMs',
  },
  {
    says: ['heartbeat 30000 ms'],
    limit: 'realtimeHeartbeatMs',
    is: 30_000,
    by: 'server/src/platform/realtime/live-client.test.ts',
    words: 'heartbeatMs',
  },
  {
    says: ['last 30 days against the 30 days before (60 to 30 days ago)'],
    limit: 'growthWindowMs',
    is: 30 * 86_400_000,
    by: 'server/src/features/admin/dashboard/dashboard.test.ts',
    words: 'growth compares the last 30 days with the 30 before',
  },
  {
    says: ['growth shows 100'],
    limit: 'growthWithoutBaseline',
    is: 100,
    by: 'server/src/features/admin/dashboard/dashboard.test.ts',
    words: 'is 100 when those are empty',
  },
  {
    says: ['a fixed baseline of 10'],
    limit: 'issueGrowthBaseline',
    is: 10,
    by: 'server/src/features/admin/dashboard/dashboard.test.ts',
    words: 'limits.issueGrowthBaseline',
  },
  {
    says: ['2 newest users, 2 businesses and 2 documents'],
    limit: 'adminRecentPerKind',
    is: 2,
    by: 'server/src/features/admin/dashboard/dashboard.test.ts',
    words: 'shows the two newest of each kind',
  },
  {
    says: ['date range the last 30 days'],
    limit: 'reportDefaultRangeMs',
    is: 30 * 86_400_000,
    by: 'web/src/features/reports/configure/report-draft.test.ts',
    words: 'starts with documents of the last 30 days',
  },
]

interface SpecifiedNumber {
  readonly says: string
  readonly by: string
  readonly words: string
}

/** Numbers that are no limit of the contract. */
export const specifiedNumbers: readonly SpecifiedNumber[] = [
  {
    says: 'only the last 4 digits of a card are shown',
    by: 'redaction/src/text/find-secrets.test.ts',
    words: '«4539 1488 0343» 6467',
  },
  {
    says: '32rem tall and 24rem wide',
    by: 'e2e/chat/chat.journey.ts',
    words: '{ width: 24 * 16, height: 32 * 16 }',
  },
  {
    says: 'documents 9, businesses 12, users 7, document_shares 6, business_users 10',
    by: 'server/src/features/reports/reports.test.ts',
    words: 'businesses: 12,',
  },
  {
    says: 'the count is 0',
    by: 'e2e/notifications/notifications.journey.ts',
    words: "getByRole('button', { name: 'Notifications', exact: true })",
  },
]
