import { accountLimits } from '@exempta/contract/accounts/limits'
import { documentLimits } from '@exempta/contract/documents/limits'
import { dayMs } from '@exempta/contract/durations'
import { liveLimits } from '@exempta/contract/live-limits'
import { formLimits } from '@exempta/contract/public/limits'
import { reportLimits } from '@exempta/contract/reports/limits'
import { expect, it } from 'vitest'
import { limits as adminLimits } from './features/admin/limits.ts'
import { limits as chatLimits } from './features/chat/limits.ts'
import { limits as documentServerLimits } from './features/documents/limits.ts'

it('the limits have the numbers of the specification', () => {
  expect({
    ...accountLimits,
    ...documentLimits,
    ...documentServerLimits,
    ...liveLimits,
    ...formLimits,
    ...reportLimits,
    ...adminLimits,
    ...chatLimits,
  }).toMatchObject({
    uploadMaxBytes: 10 * 1024 * 1024,
    resumeMaxBytes: 10 * 1024 * 1024,
    viewLinkMs: 3_600_000,
    uploadRedirectMs: 2000,
    dashboardRecentDocuments: 5,
    dashboardRecentBusinesses: 3,
    passwordMinLength: 8,
    temporaryPasswordMinLength: 6,
    twoFactorCodeDigits: 6,
    successBannerMs: 3000,
    chatAutomaticReplyMs: 1000,
    sessionTickMs: 30_000,
    sessionRenewBelowMs: 90_000,
    realtimeReconnectMs: [1000, 2000, 5000, 10_000],
    realtimeTimeoutMs: 10_000,
    realtimeHeartbeatMs: 30_000,
    growthWindowMs: 30 * dayMs,
    growthWithoutBaseline: 100,
    issueGrowthBaseline: 10,
    adminRecentPerKind: 2,
    reportDefaultRangeMs: 30 * dayMs,
  })
})
