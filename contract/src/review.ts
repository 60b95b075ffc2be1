import { FormCode, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { certificateLimits } from './certificates/limits.ts'
import { MatchedBy } from './customers.ts'
import { DocumentType, GovernmentCard } from './documents.ts'
import { PageQuery, pageOf } from './paging.ts'
import { reviewLimits } from './review/limits.ts'
import { defineRoute } from './route.ts'
import { ReplacedDocument, ShareEvent } from './sharing.ts'
import { ManyLines, OneLine, SearchText } from './text.ts'
import { Version } from './whole-numbers.ts'

export const tag = 'Received documents'
export const member = only('business')

/** The states of a share that the business can see. */
export const reviewStates = ['pending', 'verified', 'rejected'] as const
export const ReviewState = z.enum(reviewStates)
export type ReviewState = z.infer<typeof ReviewState>

/** What the list shows of a certificate that its owner confirmed. */
export const ReceivedExemption = z.object({
  form: z.string().nullable().describe('The name of the form, such as ST-120. Null for forms we don’t know.'),
  purchaser: z.string(),
  states: z.array(z.object({ state: StateCode, number: z.string().nullable() })),
  expiresOn: z.iso.date().nullable().describe('The end date on the certificate'),
  confirmedAt: z.iso.datetime(),
})

/** A document that someone shares with the caller's business. Its id is the id of the share. */
export const ReceivedDocument = z.object({
  id: z.uuid(),
  document: z.object({
    id: z.uuid(),
    name: z.string(),
    type: DocumentType,
    version: z.int(),
    pageCount: z.int(),
    sizeBytes: z.int(),
    card: GovernmentCard,
    isCard: z.boolean().describe('A photo of a card'),
  }),
  user: z
    .object({ name: z.string(), email: z.string() })
    .describe('The person who shared it. Without an address, the business added it by itself.'),
  status: ReviewState,
  message: z.string().nullable(),
  receivedAt: z.iso.datetime().describe('The latest time, if it was shared again'),
  firstViewedAt: z.iso.datetime().nullable().describe('When someone on your team first opened it'),
  reviewedAt: z.iso.datetime().nullable(),
  reviewer: z.string().nullable().describe('Also null if the reviewer’s account was deleted'),
  isByRules: z.boolean().describe('Verified by Exempta’s rules, without a person'),
  assignee: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .describe('The team member who looks after it'),
  rejectReason: z.string().nullable(),
  canDownload: z.boolean().describe('False: pages can be viewed but the file can’t be downloaded'),
  replaces: ReplacedDocument.nullable(),
  customer: z
    .object({
      id: z.uuid(),
      name: z.string(),
      matchedBy: MatchedBy.describe('Why it belongs to this customer'),
    })
    .nullable()
    .optional()
    .describe('The customer it belongs to; null until the owner confirms what the certificate says'),
  exemption: ReceivedExemption.nullable().describe('Null until the owner confirms what the certificate says'),
  warnings: z
    .array(z.string())
    .describe('What a reviewer should know before verifying, such as a missing signature'),
})
export type ReceivedDocument = z.infer<typeof ReceivedDocument>

/** Nobody sent it: the business added it by itself. */
export const isAdded = ({ user }: Pick<ReceivedDocument, 'user'>): boolean => user.email === ''

export const receivedSorts = ['newest', 'oldest'] as const
export const receivedExpirations = ['expired', 'soon'] as const

/** What the list can be narrowed to, for people and for API keys. */
export const receivedFilters = {
  search: SearchText.optional().describe(
    'Part of a document’s name, of a user’s name or email address, of the purchaser’s name or of a certificate’s number',
  ),
  status: ReviewState.optional(),
  state: StateCode.optional().describe('Only certificates for this state'),
  form: FormCode.optional().describe(
    'Only this form, such as `ny-st-120`, or `other` for forms we don’t know',
  ),
  expires: z
    .enum(receivedExpirations)
    .optional()
    .describe(
      `Only certificates whose end date has passed, or comes within ${certificateLimits.expiresSoonDays} days. They’re listed by end date, and \`sort\` isn’t used.`,
    ),
  sort: z.enum(receivedSorts).default('newest').describe('Use `oldest` to review in order of arrival'),
}

/** In lists, what Exempta verified by itself can be looked at apart. */
export const receivedStatuses = [...reviewStates, 'by-rules'] as const

export const listReceived = defineRoute({
  method: 'GET',
  path: '/api/received',
  summary: 'List documents shared with your business',
  tag,
  access: member,
  query: PageQuery.extend({
    ...receivedFilters,
    status: z
      .enum(receivedStatuses)
      .optional()
      .describe('`by-rules`: only documents that Exempta’s rules verified'),
    assigned: z.literal('me').optional().describe('Only documents assigned to you'),
  }),
  response: pageOf(ReceivedDocument),
  errors: ['not-allowed'],
})

/** Below `received`, so that new certificates refetch it. */
export const getReceivedChoices = defineRoute({
  method: 'GET',
  path: '/api/received/choices',
  summary: 'List the states and forms of the certificates that your business received',
  tag,
  access: member,
  response: z.object({
    states: z.array(StateCode),
    forms: z.array(z.object({ code: FormCode, name: z.string() })),
  }),
  errors: ['not-allowed'],
})

export const params = z.object({ id: z.uuid().describe('The ID of the share') })

/** Names what the reviewer saw, so that a newer version or another confirmation has to be reviewed first. */
/** What a reviewer can look at and find in order, so that nobody is asked again. */
export const seenInReview = ['seller', 'signature', 'attachments'] as const
export type SeenInReview = (typeof seenInReview)[number]

const Reviewed = z.strictObject({
  id: z.uuid(),
  version: Version,
  confirmedAt: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe('When what the reviewer saw was confirmed. Not checked if it’s left out.'),
  seen: z
    .array(z.enum(seenInReview))
    .max(seenInReview.length)
    .default([])
    .describe(
      'What the reviewer looked at: that it names the business as the seller, that it’s signed, and that everything it asks for is attached',
    ),
})

const severalReviewed = z
  .array(Reviewed)
  .min(1, 'Please choose a document')
  .max(reviewLimits.reviewedAtOnce, `Please choose at most ${reviewLimits.reviewedAtOnce} documents at once`)

export const verifyReceived = defineRoute({
  method: 'POST',
  path: '/api/received/verify',
  summary: 'Verify pending documents, all or nothing (managers)',
  tag,
  access: member,
  body: z.strictObject({ documents: severalReviewed }),
  response: z.object({ verified: z.array(ReceivedDocument) }),
  errors: ['not-allowed', 'not-found', 'conflict', 'already-reviewed'],
})

export const RejectReason = ManyLines(reviewLimits.rejectReasonLength, { missing: 'Please give a reason' })

export const rejectReceived = defineRoute({
  method: 'POST',
  path: '/api/received/:id/reject',
  summary: 'Reject a pending document (managers). The owner sees the reason.',
  tag,
  access: member,
  params,
  body: z.strictObject({
    version: Version,
    reason: RejectReason,
  }),
  freeText: ['reason'],
  response: ReceivedDocument,
  errors: ['not-allowed', 'not-found', 'conflict', 'already-reviewed'],
})

export const rejectSeveral = defineRoute({
  method: 'POST',
  path: '/api/received/reject',
  summary: 'Reject pending documents for one reason, all or nothing (managers). The owners see the reason.',
  tag,
  access: member,
  body: z.strictObject({ documents: severalReviewed, reason: RejectReason }),
  freeText: ['reason'],
  response: z.object({ rejected: z.array(ReceivedDocument) }),
  errors: ['not-allowed', 'not-found', 'conflict', 'already-reviewed'],
})

export const reopenReceived = defineRoute({
  method: 'POST',
  path: '/api/received/:id/reopen',
  summary: 'Reopen a review (managers). The document is pending again.',
  tag,
  access: member,
  params,
  response: ReceivedDocument,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const assignReceived = defineRoute({
  method: 'PUT',
  path: '/api/received/assignee',
  summary: 'Assign documents to a team member, or to no one (managers)',
  tag,
  access: member,
  body: z.strictObject({
    ids: z
      .array(z.uuid())
      .min(1, 'Please choose a document')
      .max(
        reviewLimits.reviewedAtOnce,
        `Please choose at most ${reviewLimits.reviewedAtOnce} documents at once`,
      )
      .describe('The IDs of the shares'),
    personId: z.uuid().nullable(),
  }),
  response: z.object({ assigned: z.array(ReceivedDocument) }),
  errors: ['not-allowed', 'not-found', 'conflict'],
})

/** What reviewers can choose from while their business has no list of its own. */
export const defaultRejectReasons = [
  'The form isn’t signed.',
  'The form has expired.',
  'Part of the form is missing or can’t be read.',
  'The name on the form isn’t the name of the customer.',
  'This is the wrong form. Please send the one for our business.',
] as const

export const RejectReasons = z.strictObject({
  reasons: z
    .array(OneLine(reviewLimits.rejectReasonLength, { missing: 'Please give a reason' }))
    .max(reviewLimits.rejectReasons, `Please keep at most ${reviewLimits.rejectReasons} reasons`),
})

const ReasonsAnswer = z.object({ reasons: z.array(z.string()) })

/** Their path is below `business`, so that changes to the business refetch them. */
export const getRejectReasons = defineRoute({
  method: 'GET',
  path: '/api/business/reject-reasons',
  summary: 'Get the ready-made reasons for rejecting a document',
  tag,
  access: member,
  response: ReasonsAnswer,
  errors: ['not-allowed'],
})

export const updateRejectReasons = defineRoute({
  method: 'PUT',
  path: '/api/business/reject-reasons',
  summary: 'Change the ready-made reasons for rejecting a document (managers)',
  tag,
  access: member,
  body: RejectReasons,
  freeText: ['reasons'],
  response: ReasonsAnswer,
  errors: ['not-allowed'],
})

const AutomaticReview = z.strictObject({
  isOn: z
    .boolean()
    .describe(
      'Verifies a certificate if everything on it was read for sure and confirmed like that, nothing is missing, the rules are certain, your business is the seller, your team has verified a certificate of this customer before, and its numbers were looked up and found. Never the first document of someone you don’t know.',
    ),
})

export const getAutomaticReview = defineRoute({
  method: 'GET',
  path: '/api/business/automatic-review',
  summary: 'Get whether Exempta verifies certificates that are beyond doubt',
  tag,
  access: member,
  response: AutomaticReview,
  errors: ['not-allowed'],
})

export const updateAutomaticReview = defineRoute({
  method: 'PUT',
  path: '/api/business/automatic-review',
  summary: 'Change whether Exempta verifies certificates that are beyond doubt (managers)',
  tag,
  access: member,
  body: AutomaticReview,
  response: AutomaticReview,
  errors: ['not-allowed'],
})

export const listReceivedHistory = defineRoute({
  method: 'GET',
  path: '/api/received/:id/history',
  summary: 'List a received document’s history, newest first',
  tag,
  access: member,
  params,
  query: PageQuery,
  response: pageOf(ShareEvent),
  errors: ['not-allowed', 'not-found'],
})
