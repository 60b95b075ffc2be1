import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute } from '../route.ts'

const Figure = z.object({
  total: z.int(),
  growthPercent: z.int().describe('Last 30 days against the 30 before; issues against a fixed baseline'),
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
  activity: z.array(RecentEvent).describe('The two newest of each kind, by date'),
})
export type AdminDashboard = z.infer<typeof AdminDashboard>

export const getAdminDashboard = defineRoute({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'What grows, and what happened last',
  tag: 'Administration',
  access: only('admin'),
  response: AdminDashboard,
})
