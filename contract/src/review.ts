import { z } from 'zod'
import { only } from './access.ts'
import { DocumentType } from './documents.ts'
import { limits } from './limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute } from './route.ts'
import { ShareEvent } from './sharing.ts'
import { ManyLines, SearchText } from './text.ts'

const tag = 'Received documents'
const member = only('business')

/** What a business sees of a share that was not taken back. */
export const reviewStates = ['pending', 'verified', 'rejected'] as const
export const ReviewState = z.enum(reviewStates)
export type ReviewState = z.infer<typeof ReviewState>

/** A document that somebody shares with the own business. Its id is that of the share. */
export const ReceivedDocument = z.object({
  id: z.uuid(),
  document: z.object({
    id: z.uuid(),
    name: z.string(),
    type: DocumentType,
    version: z.int(),
    pageCount: z.int(),
    sizeBytes: z.int(),
  }),
  user: z.object({ name: z.string(), email: z.string() }).describe('Who shares it'),
  status: ReviewState,
  message: z.string().nullable(),
  receivedAt: z.iso.datetime().describe('The last time, when it was shared again'),
  reviewedAt: z.iso.datetime().nullable(),
  reviewer: z.string().nullable().describe('Null also when the account of the reviewer is gone'),
  rejectReason: z.string().nullable(),
  canDownload: z.boolean().describe('False: pages are shown, and no file is handed out'),
})
export type ReceivedDocument = z.infer<typeof ReceivedDocument>

export const receivedSorts = ['newest', 'oldest'] as const

export const listReceived = defineRoute({
  method: 'GET',
  path: '/api/received',
  summary: 'What is shared with the own business',
  tag,
  access: member,
  query: PageQuery.extend({
    search: SearchText.optional().describe(
      'Part of the name of a document, or of the name or address of a user',
    ),
    status: ReviewState.optional(),
    sort: z.enum(receivedSorts).default('newest').describe('`oldest` is the order to review in'),
  }),
  response: pageOf(ReceivedDocument),
  errors: ['not-allowed'],
})

const params = z.object({ id: z.uuid().describe('Of the share') })

/** Pictures, download and view links of the document are those of the documents, under its own id. */
export const getReceived = defineRoute({
  method: 'GET',
  path: '/api/received/:id',
  summary: 'A received document with the sizes of its pages',
  tag,
  access: member,
  params,
  response: ReceivedDocument.extend({
    pages: z.array(z.object({ page: z.int(), width: z.int(), height: z.int() })),
  }),
  errors: ['not-allowed', 'not-found'],
})

/** The version names what the reviewer saw: a newer one has to be looked at first. */
const Reviewed = z.strictObject({ id: z.uuid(), version: z.int().min(1) })

export const verifyReceived = defineRoute({
  method: 'POST',
  path: '/api/received/verify',
  summary: 'Verify pending documents, all or nothing (managers)',
  tag,
  access: member,
  body: z.strictObject({
    documents: z
      .array(Reviewed)
      .min(1, 'Please choose a document')
      .max(limits.reviewedAtOnce, `Please choose at most ${limits.reviewedAtOnce} documents at once`),
  }),
  response: z.object({ verified: z.array(ReceivedDocument) }),
  errors: ['not-allowed', 'not-found', 'conflict', 'already-reviewed'],
})

export const RejectReason = ManyLines(limits.rejectReasonLength, { missing: 'Please say why' })

export const rejectReceived = defineRoute({
  method: 'POST',
  path: '/api/received/:id/reject',
  summary: 'Reject a pending document; the owner is told why (managers)',
  tag,
  access: member,
  params,
  body: z.strictObject({
    version: z.int().min(1),
    reason: RejectReason,
  }),
  freeText: ['reason'],
  response: ReceivedDocument,
  errors: ['not-allowed', 'not-found', 'conflict', 'already-reviewed'],
})

export const reopenReceived = defineRoute({
  method: 'POST',
  path: '/api/received/:id/reopen',
  summary: 'Take a review back: the document is pending again (managers)',
  tag,
  access: member,
  params,
  response: ReceivedDocument,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const listReceivedHistory = defineRoute({
  method: 'GET',
  path: '/api/received/:id/history',
  summary: 'Everything that happened to a received document, newest first',
  tag,
  access: member,
  params,
  query: PageQuery,
  response: pageOf(ShareEvent),
  errors: ['not-allowed', 'not-found'],
})
