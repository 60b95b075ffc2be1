import { z } from 'zod'
import { only } from './access.ts'
import { DocumentType } from './documents.ts'
import { PageQuery, pageOf } from './paging.ts'
import { EmailAddress } from './people.ts'
import { defineRoute } from './route.ts'
import { shareLimits } from './sharing/limits.ts'
import { ManyLines, SearchText } from './text.ts'

const tag = 'Shares'
const owner = only('user')

/**
 * A business reviews a share: pending, then verified or rejected; it can open the document in all three
 * states. An email recipient reviews nothing: the share stays pending until it ends.
 */
export const shareStates = ['pending', 'verified', 'rejected', 'revoked', 'expired'] as const
export const ShareState = z.enum(shareStates)
export type ShareState = z.infer<typeof ShareState>

/** The states in which the recipient can open the document. */
export const liveShareStates = ['pending', 'verified', 'rejected'] as const satisfies readonly ShareState[]

export const isLiveShare = (state: ShareState): boolean =>
  (liveShareStates as readonly ShareState[]).includes(state)

/** The states that become pending again when the document is shared with the recipient again. */
export const isReopenableShare = (state: ShareState): boolean => !isLiveShare(state) || state === 'rejected'

export const ShareRecipient = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('business'),
    id: z.uuid(),
    name: z.string(),
    isVerified: z.boolean().describe('Verified by an administrator'),
  }),
  z.object({ kind: z.literal('email'), address: z.string() }),
])
export type ShareRecipient = z.infer<typeof ShareRecipient>

/** What a corrected version replaced. */
export const ReplacedDocument = z
  .object({
    name: z.string(),
    rejectedAt: z.iso.datetime().nullable().describe('Null if this recipient hadn’t rejected it'),
  })
  .describe('Set when this is a corrected version: the document it replaced')

/** One document with one recipient; there is at most one share per pair. */
export const Share = z.object({
  id: z.uuid(),
  document: z.object({ id: z.uuid(), name: z.string(), type: DocumentType, version: z.int() }),
  receiver: ShareRecipient,
  state: ShareState,
  message: z.string().nullable(),
  sharedAt: z.iso.datetime().describe('The latest time, if it was shared again'),
  expiresAt: z.iso.datetime().nullable().describe('Null for a business: it has access until revoked'),
  canDownload: z.boolean().describe('False: pages can be viewed but the file can’t be downloaded'),
  hasWatermark: z
    .boolean()
    .describe('Whether an email recipient’s pages and downloads show their address and the time'),
  notifiesOnFirstView: z.boolean(),
  firstViewedAt: z.iso.datetime().nullable(),
  lastViewedAt: z.iso.datetime().nullable(),
  viewCount: z.int(),
  downloadCount: z.int(),
  reviewedAt: z.iso.datetime().nullable(),
  rejectReason: z.string().nullable(),
  replaces: ReplacedDocument.nullable(),
  correction: z
    .object({
      document: z.object({ id: z.uuid(), name: z.string() }),
      state: z
        .enum(['processing', 'needs-check', 'ready', 'failed'])
        .describe('`ready`: its owner can send it'),
    })
    .nullable()
    .describe('A corrected version that hasn’t replaced the document yet'),
  /** Set when a business relied on it: the last purchase, and the last day on which it may keep a copy. */
  kept: z.object({ reliedOn: z.iso.date(), until: z.iso.date() }).nullable(),
})
export type Share = z.infer<typeof Share>

/** A business that the share dialog offers. */
export const ReceivingBusiness = z.object({
  id: z.uuid(),
  name: z.string(),
  isVerified: z.boolean(),
  lastSharedAt: z.iso.datetime().nullable().describe('When you last shared with it'),
})
export type ReceivingBusiness = z.infer<typeof ReceivingBusiness>

export const searchRecipients = defineRoute({
  method: 'GET',
  path: '/api/shares/businesses',
  summary: 'List active businesses to share with: those you shared with before come first, then by name',
  tag,
  access: owner,
  query: z.object({
    search: SearchText.optional().describe('Part of the name'),
  }),
  response: z.object({ businesses: z.array(ReceivingBusiness).max(shareLimits.recipientsFound) }),
})

const recipientsMax = `Please choose at most ${shareLimits.shareRecipients} recipients at once`

export const NewShares = z
  .strictObject({
    documentIds: z
      .array(z.uuid())
      .min(1, 'Please choose a document')
      .max(
        shareLimits.shareDocuments,
        `Please choose at most ${shareLimits.shareDocuments} documents at once`,
      ),
    businessIds: z.array(z.uuid()).max(shareLimits.shareRecipients, recipientsMax).default([]),
    emails: z.array(EmailAddress).max(shareLimits.shareRecipients, recipientsMax).default([]),
    message: ManyLines(shareLimits.shareMessageLength).optional(),
    expiresInDays: z
      .int()
      .min(1, 'Please choose at least one day')
      .max(shareLimits.emailShareMaxDays, `Please choose at most ${shareLimits.emailShareMaxDays} days`)
      .default(shareLimits.emailShareDays)
      .describe('For email addresses. A business has access until you revoke it.'),
    canDownload: z.boolean().default(true),
    hasWatermark: z.boolean().default(false).describe('For email addresses'),
    notifiesOnFirstView: z.boolean().default(false),
  })
  .refine(({ businessIds, emails }) => businessIds.length + emails.length > 0, {
    message: 'Please choose a recipient',
    path: ['businessIds'],
  })
  .refine(({ businessIds, emails }) => businessIds.length + emails.length <= shareLimits.shareRecipients, {
    message: recipientsMax,
    path: ['emails'],
  })
  .refine(
    ({ documentIds, businessIds, emails }) =>
      documentIds.length * (businessIds.length + emails.length) <= shareLimits.sharePairs,
    {
      message: 'That’s too many at once. Choose fewer documents or recipients.',
      path: ['documentIds'],
    },
  )
export type NewShares = z.output<typeof NewShares>

/**
 * All or nothing. A live share stays as it is, including its options; a rejected, revoked or expired one
 * becomes pending again and keeps its history.
 */
export const shareDocuments = defineRoute({
  method: 'POST',
  path: '/api/shares',
  summary: 'Share documents with businesses and email addresses',
  tag,
  access: owner,
  body: NewShares,
  freeText: ['message'],
  response: z.object({
    created: z.int(),
    reopened: z.int().describe('Shared again after being rejected, revoked or expired'),
    unchanged: z.int().describe('Already shared'),
  }),
  errors: [
    'not-found',
    'not-processed',
    'needs-check',
    'recipient-not-active',
    'email-not-verified',
    'too-many-requests',
  ],
})

export const shareFilters = ['live', ...shareStates] as const

export const listShares = defineRoute({
  method: 'GET',
  path: '/api/shares',
  summary: 'List your shares, most recent first',
  tag,
  access: owner,
  query: PageQuery.extend({
    documentId: z.uuid().optional(),
    state: z.enum(shareFilters).optional().describe('`live`: what recipients can open now'),
    search: SearchText.optional().describe('Part of a document name, business name or email address'),
  }),
  response: pageOf(Share),
})

/** Ends all access of the recipients at once. Shares that have already ended stay as they are. */
export const revokeShares = defineRoute({
  method: 'POST',
  path: '/api/shares/revoke',
  summary: 'Revoke shares, all or none',
  tag,
  access: owner,
  body: z.strictObject({
    ids: z
      .array(z.uuid())
      .min(1, 'Please choose a share')
      .max(shareLimits.shareDocuments, `Please choose at most ${shareLimits.shareDocuments} shares at once`),
  }),
  response: z.object({ revoked: z.int() }),
  errors: ['not-found'],
})

/**
 * `returned`: the owner blacked out more or changed what a certificate says, so a verified document waits for review again. `corrected`: the owner
 * uploaded another file in place of a rejected one.
 */
export const shareActs = [
  'shared',
  'reopened',
  'viewed',
  'downloaded',
  'verified',
  'rejected',
  'review-reopened',
  'returned',
  'corrected',
  'revoked',
  'expired',
] as const
export const ShareAct = z.enum(shareActs)
export type ShareAct = z.infer<typeof ShareAct>

export const ShareEvent = z.object({
  id: z.uuid(),
  act: ShareAct,
  at: z.iso.datetime(),
  by: z.enum(['owner', 'receiver', 'exempta']),
  person: z.string().nullable().describe('The team member, shown to their own business only'),
  reason: z.string().nullable().describe('Set when a document is rejected'),
  document: z.string().nullable().describe('Set when a document is corrected: the name of the one replaced'),
})
export type ShareEvent = z.infer<typeof ShareEvent>

export const listShareHistory = defineRoute({
  method: 'GET',
  path: '/api/shares/:id/history',
  summary: 'List a share’s history, including every view, newest first',
  tag,
  access: owner,
  params: z.object({ id: z.uuid() }),
  query: PageQuery,
  response: pageOf(ShareEvent),
  errors: ['not-found'],
})
