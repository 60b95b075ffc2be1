import { z } from 'zod'
import { only } from '../access.ts'
import { auditActions, auditResults } from '../admin/audit.ts'
import { Document } from '../documents.ts'
import { limits } from '../limits.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

export const DocumentActivity = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  result: z.enum(auditResults),
  at: z.iso.datetime(),
  by: z.enum(['you', 'exempta', 'somebody']).describe('The owner, Exempta itself, or someone else'),
  name: z
    .string()
    .nullable()
    .describe('The person’s business or the email address the document was shared with, if any'),
  receiver: z.string().nullable().describe('The business or email address, for events about a share'),
})
export type DocumentActivity = z.infer<typeof DocumentActivity>

export const listDocumentActivity = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/activity',
  summary: 'List a document’s activity, newest first',
  tag: 'Documents',
  access: only('user'),
  params: z.object({ id: z.uuid() }),
  query: PageQuery,
  response: pageOf(DocumentActivity),
  errors: ['not-found'],
})

/** Its path is below `documents`, so that changes to documents refetch the dashboard. */
export const getUserDashboard = defineRoute({
  method: 'GET',
  path: '/api/documents/dashboard',
  summary: 'Get your dashboard',
  tag: 'Documents',
  access: only('user'),
  response: z.object({
    counts: z.object({
      uploaded: z.int(),
      processed: z.int(),
      pending: z.int().describe('Still processing'),
      toCheck: z.int().describe('Processed, and to be checked by their owner before they can be shared'),
      shared: z.int().describe('Documents that at least one recipient can open'),
      rejected: z.int().describe('Documents that at least one business has rejected'),
    }),
    rejected: z
      .array(
        z.object({
          document: z.object({ id: z.uuid(), name: z.string() }),
          shareId: z.uuid(),
          business: z.string(),
          reason: z.string(),
          rejectedAt: z.iso.datetime(),
          isCorrectionUnderWay: z.boolean().describe('A corrected version is being processed or checked'),
        }),
      )
      .max(limits.dashboardRejections)
      .describe('Last rejected first'),
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
      .describe('Businesses that can open your documents, most recently shared with first'),
  }),
})
