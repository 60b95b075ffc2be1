import { z } from 'zod'
import { only } from '../access.ts'
import { DocumentFailure, DocumentStatus } from '../documents.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute, fileOf } from '../route.ts'

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

const params = z.object({ id: z.uuid() })

export const getAdministeredDocument = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/:id',
  summary: 'Get a document’s name, owner and status',
  tag,
  access: admin,
  params,
  response: AdministeredDocument,
  errors: ['not-found'],
})

export const documentAccessActs = {
  received: 'Received it',
  opened: 'Opened it',
  downloaded: 'Downloaded it',
  'downloaded-binder': 'Downloaded a binder that names it',
} as const

/** One time that someone received, opened or downloaded a document. */
export const DocumentAccess = z.object({
  id: z.uuid().describe('The entry of the audit log'),
  at: z.iso.datetime(),
  act: z.enum(Object.keys(documentAccessActs) as [keyof typeof documentAccessActs]),
  by: z.object({
    kind: z
      .enum(['owner', 'person', 'key', 'auditor', 'recipient', 'link', 'system'])
      .describe(
        '`recipient`: opened a link that was emailed to them. `link`: opened a view link that a business created.',
      ),
    id: z.uuid().nullable().describe('The account or API key'),
    name: z.string().nullable().describe('Null for deleted accounts'),
    email: z.string().nullable(),
  }),
  through: z.string().nullable().describe('The business or email address it was shared with'),
  ip: z.string().nullable().describe('Null if unknown or erased'),
})
export type DocumentAccess = z.infer<typeof DocumentAccess>

/** Comes from the audit log alone, so it stays after the document was deleted. */
export const listDocumentAccess = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/:id/access',
  summary: 'List everyone who received, opened or downloaded a document, newest first',
  tag,
  access: admin,
  params,
  query: PageQuery,
  response: pageOf(DocumentAccess),
})

export const downloadDocumentAccess = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/:id/access/csv',
  summary: 'Download everyone who received, opened or downloaded a document as CSV',
  tag,
  access: admin,
  params,
  response: fileOf('text/csv; charset=utf-8').recordedAs('document.access-export'),
})

export const retryFailedDocument = defineRoute({
  method: 'POST',
  path: '/api/admin/documents/:id/retry',
  summary: 'Process a failed document again',
  tag,
  access: admin,
  params,
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
  views: z.int(),
  downloads: z.int(),
  lastViewedAt: z.iso.datetime().nullable(),
})
export type AdministeredShare = z.infer<typeof AdministeredShare>

export const listAdministeredShares = defineRoute({
  method: 'GET',
  path: '/api/admin/shares',
  summary: 'List what a person shared, a business received, or who has a document, newest first',
  tag,
  access: admin,
  query: PageQuery.extend({
    ownerId: z.uuid().optional().describe('Only what this person shared'),
    businessId: z.uuid().optional().describe('Only what this business received'),
    documentId: z.uuid().optional().describe('Only shares of this document'),
  }),
  response: pageOf(AdministeredShare),
})
