import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute } from '../route.ts'

const Figure = z.object({
  total: z.int(),
  growthPercent: z
    .int()
    .describe(
      'The last 30 days compared with the 30 days before, 100 if those are empty; issues compared with a fixed baseline',
    ),
  newCount: z.int().describe('How many were added in the last 30 days'),
})

const recentKinds = ['user', 'business', 'document'] as const

export const RecentEvent = z.object({
  kind: z.enum(recentKinds),
  id: z.uuid(),
  name: z.string(),
  status: z.string(),
  at: z.iso.datetime(),
})
export type RecentEvent = z.infer<typeof RecentEvent>

export const AdminDashboard = z.object({
  users: Figure,
  businesses: Figure,
  documents: Figure,
  pendingIssues: Figure.describe('Documents that failed'),
  backupProblem: z
    .string()
    .nullable()
    .describe('What’s wrong with the backups, in words; null if nothing is'),
  activity: z.array(RecentEvent).describe('The two newest of each kind, sorted by date'),
})
export type AdminDashboard = z.infer<typeof AdminDashboard>

export const getAdminDashboard = defineRoute({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Get growth figures and recent activity',
  tag: 'Administration',
  access: only('admin'),
  response: AdminDashboard,
})
