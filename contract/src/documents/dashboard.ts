import { z } from 'zod'
import { only } from '../access.ts'
import { Document } from '../documents.ts'
import { defineRoute } from '../route.ts'
import { documentLimits } from './limits.ts'

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
      toConfirm: z.int().describe('Certificates that were read and wait for their owner’s confirmation'),
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
          isCorrectionUnderWay: z.boolean().describe('A corrected version is uploaded and not sent yet'),
        }),
      )
      .max(documentLimits.dashboardRejections)
      .describe('Last rejected first'),
    expiring: z
      .array(
        z.object({
          document: z.object({ id: z.uuid(), name: z.string() }),
          places: z.array(z.string()).describe('Names of its states'),
          expiresOn: z.iso.date(),
        }),
      )
      .max(documentLimits.dashboardExpirations)
      .describe(
        'Certificates that expire soon or have just expired and aren’t renewed, the first to expire first',
      ),
    recent: z.array(Document).max(documentLimits.dashboardRecentDocuments).describe('Newest first'),
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
      .max(documentLimits.dashboardRecentBusinesses)
      .describe('Businesses that can open your documents, most recently shared with first'),
  }),
})
