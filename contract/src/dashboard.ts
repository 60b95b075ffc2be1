import { z } from 'zod'
import { only } from './access.ts'
import { Document } from './documents.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** Lies under documents, so that whatever changes one of them makes the dashboard fetch again. */
export const getUserDashboard = defineRoute({
  method: 'GET',
  path: '/api/documents/dashboard',
  summary: 'The own documents at a glance',
  tag: 'Documents',
  access: only('user'),
  response: z.object({
    counts: z.object({
      uploaded: z.int(),
      processed: z.int(),
      pending: z.int().describe('Still processing'),
      shared: z.int().describe('Documents that some receiver can open'),
    }),
    recent: z.array(Document).max(limits.dashboardRecentDocuments).describe('Newest first'),
    recentlySharedWith: z
      .array(
        z.object({
          businessId: z.uuid(),
          name: z.string(),
          isVerified: z.boolean(),
          lastSharedAt: z.iso.datetime(),
          documentCount: z.int(),
        }),
      )
      .max(limits.dashboardRecentBusinesses)
      .describe('Businesses that can open documents, the last shared with first'),
  }),
})
