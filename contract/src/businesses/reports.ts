import { z } from 'zod'
import { only } from '../access.ts'
import { BusinessStatus } from '../businesses.ts'
import { documentLimits } from '../documents/limits.ts'
import { dayMs } from '../durations.ts'
import { reportLimits } from '../reports/limits.ts'
import { ReviewState } from '../review.ts'
import { defineRoute, fileOf } from '../route.ts'
import { businessLimits } from './limits.ts'
import { TeamMember } from './team.ts'

const tag = 'Business reports'
const member = only('business')

const Count = z.int().min(0)
const Counts = z.object({ pending: Count, verified: Count, rejected: Count })

/** Its path is below `received`, so that changes to received documents refetch the dashboard. */
export const getBusinessDashboard = defineRoute({
  method: 'GET',
  path: '/api/received/dashboard',
  summary: 'Get your business’s dashboard',
  tag,
  access: member,
  response: z.object({
    business: z.object({
      name: z.string(),
      status: BusinessStatus.describe('The page shows a banner when it’s pending or inactive'),
      isVerified: z.boolean(),
    }),
    counts: z.object({
      received: Count.describe('Every document that can be opened now'),
      pending: Count,
      verified: Count,
      activeUsers: Count,
    }),
    recent: z
      .array(
        z.object({
          id: z.uuid().describe('Of the share'),
          document: z.string(),
          user: z.string(),
          status: ReviewState,
          receivedAt: z.iso.datetime(),
        }),
      )
      .max(documentLimits.dashboardRecentDocuments)
      .describe('Most recently received first'),
    users: z.array(TeamMember).max(businessLimits.dashboardTeamMembers).describe('Most recently added first'),
  }),
  errors: ['not-allowed'],
})

const day = z.iso.date({ error: 'Please choose a day', abort: true })

/** Whole days in UTC, both included. */
export const ReportRange = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, {
    message: 'The end date must be after the start date',
    path: ['to'],
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < reportLimits.reportMaxRangeMs, {
    message: `Please choose at most ${reportLimits.reportMaxRangeMs / dayMs} days`,
    path: ['from'],
  })
export type ReportRange = z.infer<typeof ReportRange>

const Hours = z
  .number()
  .min(0)
  .nullable()
  .describe(
    'To the minute within an hour, to 15 minutes within a day, to 6 hours within 10 days, to the day after that. Null if nothing was reviewed',
  )

/** Age groups of waiting documents, by the most days in each. */
export const pendingAges = [
  { label: 'Less than 1 day', belowDays: 1 },
  { label: '1 to 3 days', belowDays: 3 },
  { label: '3 to 7 days', belowDays: 7 },
  { label: '7 to 30 days', belowDays: 30 },
  { label: '30 days or more', belowDays: null },
] as const

export const BusinessReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  generatedAt: z.iso.datetime(),
  total: Count,
  outcome: Counts,
  medianReviewHours: Hours,
  weeks: z
    .array(Counts.extend({ start: z.iso.date().describe('A Monday'), received: Count }))
    .describe('Every week in the range, including weeks without documents'),
  forms: z
    .array(
      Counts.extend({
        name: z.string().nullable().describe('Null: not confirmed by the customer, or no certificate'),
        received: Count,
      }),
    )
    .describe('By the kind of certificate, most frequent first'),
  reviewers: z
    .array(
      z.object({
        name: z.string().nullable().describe('Null: a former team member'),
        verified: Count,
        rejected: Count,
        medianReviewHours: Hours,
      }),
    )
    .max(businessLimits.reportReviewers)
    .describe('Most active reviewer first'),
  pendingAges: z
    .array(z.object({ label: z.string(), count: Count }))
    .describe('Every pending document, whatever the date range'),
})
export type BusinessReport = z.infer<typeof BusinessReport>

/**
 * Each document is counted once, on the date it was last shared. Documents no longer shared aren't counted.
 */
export const getBusinessReport = defineRoute({
  method: 'GET',
  path: '/api/received/reports',
  summary: 'Get a report on received documents and their reviews',
  tag,
  access: member,
  query: ReportRange,
  response: BusinessReport,
  errors: ['not-allowed'],
})

export const downloadBusinessReport = defineRoute({
  method: 'GET',
  path: '/api/received/reports/csv',
  summary: 'Download every document in the report as CSV',
  tag,
  access: member,
  query: ReportRange,
  response: fileOf('text/csv; charset=utf-8').recordedAs('report.download'),
  errors: ['not-allowed'],
})
