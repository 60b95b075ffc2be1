import { z } from 'zod'
import { only } from './access.ts'
import { auditActions, auditResults } from './audit.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute } from './route.ts'

export const DocumentActivity = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  result: z.enum(auditResults),
  at: z.iso.datetime(),
  by: z.enum(['you', 'exempta', 'somebody']).describe('The owner, the product itself, or anybody else'),
  name: z
    .string()
    .nullable()
    .describe('The business that somebody belongs to, or the address it was shared with, where there is one'),
  receiver: z.string().nullable().describe('The business or address, when it is about a share'),
})
export type DocumentActivity = z.infer<typeof DocumentActivity>

export const listDocumentActivity = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/activity',
  summary: 'What was done with a document, and who opened it, newest first',
  tag: 'Documents',
  access: only('user'),
  params: z.object({ id: z.uuid() }),
  query: PageQuery,
  response: pageOf(DocumentActivity),
  errors: ['not-found'],
})
