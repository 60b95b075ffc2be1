import { businessLimits } from '@exempta/contract/businesses/limits'
import {
  type BusinessReport,
  type getBusinessDashboard,
  pendingAges,
  type ReportRange,
} from '@exempta/contract/businesses/reports'
import { documentLimits } from '@exempta/contract/documents/limits'
import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import type { RouteReturn } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Services } from '../../../platform/services.ts'
import { requireMember } from '../membership.ts'
import { firstMembers } from '../team/team.ts'
import * as queries from './queries/figures.ts'
import { countReceived, findBusinessSummary, listRecent, type ReportScope } from './queries/figures.ts'
import type { Durations } from './queries/received-days.ts'

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
      const [weeks, reviewers, waiting, certificates] = await Promise.all([
        queries.countByWeek(tx, scope),
        queries.countByReviewer(tx, scope),
        queries.countPendingByAge(tx, scope.businessId, since),
        queries.countByForm(tx, scope),
      ])
      const sum = (kind: 'received' | 'pending' | 'verified' | 'rejected') =>
        weeks.reduce((total, week) => total + week[kind], 0)
      return {
        ...range,
        generatedAt: now.toISOString(),
        total: sum('received'),
        outcome: { pending: sum('pending'), verified: sum('verified'), rejected: sum('rejected') },
        medianReviewHours: medianHours(reviewers.map(({ durations }) => durations)),
        weeks,
        forms: certificates.map(({ form, ...counts }) => ({ ...counts, name: form && formName(form) })),
        reviewers: reviewers.slice(0, businessLimits.reportReviewers).map(({ durations, ...reviewer }) => ({
          ...reviewer,
          medianReviewHours: medianHours([durations]),
        })),
        pendingAges: pendingAges.map(({ label }, index) => ({ label, count: waiting[index] ?? 0 })),
      }
    },
    { readOnly: true, isolation: 'repeatable read' },
  )
}

export const formName = (code: string): string => forms.get(code)?.name ?? 'Other forms'

/** Null without any review. Between two reviews in the middle, half of the way. */
function medianHours(all: readonly Durations[]): number | null {
  const sorted = all.flatMap((durations) => [...durations]).sort(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const minutesAt = (rank: number) => {
    let before = 0
    for (const [minutes, count] of sorted) {
      before += count
      if (before > rank) return minutes
    }
    return 0
  }
  const minutes = (minutesAt(Math.floor((total - 1) / 2)) + minutesAt(Math.floor(total / 2))) / 2
  return Math.round((minutes * minuteMs * 100) / hourMs) / 100
}

export async function getDashboard(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof getBusinessDashboard>> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const { businessId } = await requireMember(tx, person)
      const [{ name, status, verified, active_users }, counts, recent, users] = await Promise.all([
        findBusinessSummary(tx, businessId),
        countReceived(tx, businessId),
        listRecent(tx, businessId, documentLimits.dashboardRecentDocuments),
        firstMembers(tx, person, businessId, businessLimits.dashboardTeamMembers),
      ])
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
        users,
      }
    },
    { readOnly: true },
  )
}
