import {
  type BusinessReport,
  type getBusinessDashboard,
  pendingAges,
  type ReportRange,
} from '@exempta/contract/businesses/reports'
import { dayMs } from '@exempta/contract/durations'
import { limits } from '@exempta/contract/limits'
import type { RouteReturn } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Services } from '../../../platform/services.ts'
import { requireMember } from '../membership.ts'
import { firstMembers } from '../team/team.ts'
import * as queries from './queries.ts'
import { countReceived, findBusinessSummary, listRecent, type ReportScope } from './queries.ts'

/** Whole days in UTC, including the last one. */
export const scopeOf = (businessId: string, { from, to }: ReportRange): ReportScope => ({
  businessId,
  from: new Date(from),
  until: new Date(Date.parse(to) + dayMs),
})

/** Reads everything in one snapshot, so that all parts agree. */
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
        forms: (await queries.countByForm(tx, scope)).map(({ form, ...counts }) => ({
          ...counts,
          name: form && formName(form),
        })),
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

export const formName = (code: string): string => forms.get(code)?.name ?? 'Other forms'

const rounded = (hours: number | null) => (hours === null ? null : Math.round(hours * 100) / 100)

export async function getDashboard(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof getBusinessDashboard>> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const { businessId } = await requireMember(tx, person)
      const { name, status, verified, active_users } = await findBusinessSummary(tx, businessId)
      const counts = await countReceived(tx, businessId)
      const recent = await listRecent(tx, businessId, limits.dashboardRecentDocuments)
      return {
        business: { name, status, isVerified: verified },
        counts: { ...counts, activeUsers: active_users ?? 0 },
        recent: recent.map((row) => ({
          id: row.id,
          document: row.document_name,
          user: row.owner_name,
          status: row.status,
          receivedAt: row.shared_at.toISOString(),
        })),
        users: await firstMembers(tx, person, businessId, limits.dashboardTeamMembers),
      }
    },
    { readOnly: true },
  )
}
