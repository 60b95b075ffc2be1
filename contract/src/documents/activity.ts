import { z } from 'zod'
import { only } from '../access.ts'
import { auditActions, auditResults } from '../admin/audit.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

export const DocumentActivity = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  result: z.enum(auditResults),
  at: z.iso.datetime(),
  by: z.enum(['you', 'exempta', 'someone']).describe('The owner, Exempta itself, or someone else'),
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
