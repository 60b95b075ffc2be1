import { z } from 'zod'
import { only } from '../access.ts'
import { DocumentFailure, DocumentStatus } from '../documents.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

const tag = 'Documents and shares'
const admin = only('admin')

const Owner = z.object({ id: z.uuid(), name: z.string() })

/** Name and status only: administrators never see what a document contains. */
export const AdministeredDocument = z.object({
  id: z.uuid(),
  name: z.string(),
  status: DocumentStatus,
  owner: Owner,
  failure: DocumentFailure.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AdministeredDocument = z.infer<typeof AdministeredDocument>

export const listAdministeredDocuments = defineRoute({
  method: 'GET',
  path: '/api/admin/documents',
  summary: 'List documents by name and status, newest first',
  tag,
  access: admin,
  query: PageQuery.extend({
    ownerId: z.uuid().optional().describe('Only documents of this person'),
    status: DocumentStatus.optional(),
  }),
  response: pageOf(AdministeredDocument),
})

export const retryFailedDocument = defineRoute({
  method: 'POST',
  path: '/api/admin/documents/:id/retry',
  summary: 'Process a failed document again',
  tag,
  access: admin,
  params: z.object({ id: z.uuid() }),
  response: AdministeredDocument,
  errors: ['not-found', 'cannot-retry'],
})

export const administeredShareStatuses = ['pending', 'verified', 'rejected', 'revoked'] as const

export const AdministeredShare = z.object({
  id: z.uuid(),
  document: z.object({ id: z.uuid(), name: z.string() }),
  owner: Owner,
  business: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  email: z.string().nullable().describe('The recipient’s address if it was shared by email'),
  status: z.enum(administeredShareStatuses),
  sharedAt: z.iso.datetime(),
  reviewedAt: z.iso.datetime().nullable(),
  reviewer: z.string().nullable(),
})
export type AdministeredShare = z.infer<typeof AdministeredShare>

export const listAdministeredShares = defineRoute({
  method: 'GET',
  path: '/api/admin/shares',
  summary: 'List what a person shared or a business received, newest first',
  tag,
  access: admin,
  query: PageQuery.extend({
    ownerId: z.uuid().optional().describe('Only what this person shared'),
    businessId: z.uuid().optional().describe('Only what this business received'),
  }),
  response: pageOf(AdministeredShare),
})
