import { type BusinessReport, pendingAges, type ReportRange } from '@exempta/contract/business-reports'
import { limits } from '@exempta/contract/limits'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import * as queries from './queries/report.ts'
import { scopeOf } from './scope-of.ts'

const dayMs = 24 * 60 * 60_000

/** Read at one moment, so that all its parts agree. */
export async function getReport(services: Services, call: Call, range: ReportRange): Promise<BusinessReport> {
  const person = personOf(call)
  const now = services.clock.now()
  const since = pendingAges.flatMap(({ belowDays }) =>
    belowDays === null ? [] : [new Date(now.getTime() - belowDays * dayMs)],
  )
  return services.database.transact(
    person,
    async (tx) => {
      const scope = scopeOf((await requireMember(tx, person)).businessId, range)
      const weeks = await queries.countByWeek(tx, scope)
      const reviewers = await queries.countByReviewer(tx, scope, limits.reportReviewers)
      const waiting = await queries.countPendingByAge(tx, scope.businessId, since)
      const sum = (kind: 'received' | 'pending' | 'verified' | 'rejected') =>
        weeks.reduce((total, week) => total + week[kind], 0)
      return {
        ...range,
        generatedAt: now.toISOString(),
        total: sum('received'),
        outcome: { pending: sum('pending'), verified: sum('verified'), rejected: sum('rejected') },
        medianReviewHours: rounded(await queries.findMedianHours(tx, scope)),
        weeks,
        types: await queries.countByType(tx, scope),
        reviewers: reviewers.map(({ hours, ...reviewer }) => ({
          ...reviewer,
          medianReviewHours: rounded(hours),
        })),
        pendingAges: pendingAges.map(({ label }, index) => ({ label, count: waiting[index] ?? 0 })),
      }
    },
    { readOnly: true, isolation: 'repeatable read' },
  )
}

const rounded = (hours: number | null) => (hours === null ? null : Math.round(hours * 100) / 100)
