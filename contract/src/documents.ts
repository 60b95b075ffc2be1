import { CardClass } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { acceptedUploadTypes, documentLimits } from './documents/limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute } from './route.ts'
import { OneLine, SearchText } from './text.ts'
import { Version } from './whole-numbers.ts'

const tag = 'Documents'
const owner = only('user')

export const documentStatuses = ['processing', 'processed', 'failed'] as const
export const DocumentStatus = z.enum(documentStatuses)
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** What lists can be narrowed to: a status, what their owner has to check, or what a business rejected. */
export const documentFilters = [...documentStatuses, 'needs-check', 'to-confirm', 'rejected'] as const
export const DocumentFilter = z.enum(documentFilters)
export type DocumentFilter = z.infer<typeof DocumentFilter>

export const documentTypes = Object.keys(acceptedUploadTypes) as (keyof typeof acceptedUploadTypes)[]
export const DocumentType = z.enum(documentTypes)
export type DocumentType = z.infer<typeof DocumentType>

export const cardSides = ['front', 'back'] as const
export const CardSide = z.enum(cardSides)
export type CardSide = z.infer<typeof CardSide>

/** The kind of a government card, derived before its digits were hidden. */
export const GovernmentCard = CardClass.pick({ line: true, billing: true })
  .nullable()
  .describe('The kind of GSA SmartPay card. Null for everything else, and if the number couldn’t be read.')
export type GovernmentCard = NonNullable<z.infer<typeof GovernmentCard>>

/** The labels of hidden areas by what they held. `chosen`: the owner blacked it out. */
export const findingKinds = {
  'track-data': 'Card track data',
  mrz: 'Machine-readable zone',
  'card-number': 'Card number',
  ssn: 'Social Security number',
  itin: 'Taxpayer number (ITIN)',
  'routing-number': 'Bank routing number',
  'bank-account': 'Bank account number',
  'card-code': 'Card security code',
  'date-of-birth': 'Date of birth',
  'passport-number': 'Passport number',
  'driver-license-number': 'Driver’s license number',
  'private-number': 'Private number',
  phone: 'Phone number',
  email: 'Email address',
  'card-digits': 'Digits on a card',
  'signature-strip': 'Signature strip',
  chosen: 'Blacked out by you',
} as const
export type FindingKind = keyof typeof findingKinds
export const FindingKind = z.enum(Object.keys(findingKinds) as [FindingKind, ...FindingKind[]])

/** Why a document failed: the text to show, and whether a retry can help. */
export const documentFailures = {
  damaged: {
    text: 'We can’t open this file. Save or scan it again, then upload the new copy.',
    canRetry: false,
  },
  protected: {
    text: 'This file is password-protected. Remove the password and upload it again.',
    canRetry: false,
  },
  'too-large': { text: 'The pages are too large. Upload a smaller file.', canRetry: false },
  'too-many-pages': {
    text: `This file has more than ${documentLimits.documentPages} pages. Split it and upload fewer pages at a time.`,
    canRetry: false,
  },
  'unsupported-type': { text: 'Please upload a PDF, JPG or PNG file.', canRetry: false },
  'too-complex': {
    text: 'This file takes too long to open. Print it to a new PDF or scan it, then upload that.',
    canRetry: false,
  },
  'adobe-reader-only': {
    text: 'This form only opens in Adobe Reader. Open it there, print it to a PDF, and upload that file.',
    canRetry: false,
  },
  'secret-remains': {
    text: 'We couldn’t be sure that a private number was fully hidden. Upload a sharper picture, or black out the number yourself first.',
    canRetry: false,
  },
  unreadable: {
    text: 'We can’t read this page. Take a sharper picture in good light.',
    canRetry: false,
  },
  'card-number-not-found': {
    text: 'We couldn’t find the card number. Lay the card flat in good light and take a photo of the front that fills the picture.',
    canRetry: false,
  },
  'card-code-not-found': {
    text: 'We couldn’t find the security code. Lay the card flat in good light and take a photo of the back that fills the picture.',
    canRetry: false,
  },
  'not-redacted': {
    text: 'We couldn’t be sure that everything private was hidden, so we didn’t keep the file. Upload a clearer copy.',
    canRetry: false,
  },
  'too-slow': { text: 'This file took too long to process. Please try again.', canRetry: true },
  'not-processed': {
    text: 'Something went wrong while we were processing this file. Please try again.',
    canRetry: true,
  },
} as const satisfies Record<string, { text: string; canRetry: boolean }>
export type DocumentFailureCode = keyof typeof documentFailures
export const DocumentFailureCode = z.enum(
  Object.keys(documentFailures) as [DocumentFailureCode, ...DocumentFailureCode[]],
)

export const DocumentFailure = z.object({
  code: DocumentFailureCode,
  text: z.string(),
  canRetry: z
    .boolean()
    .describe('False if the original is no longer stored; the file has to be uploaded again'),
})

/** Someone who can open a document now. Only businesses review; with an email address it stays pending. */
export const DocumentRecipient = z.object({
  shareId: z.uuid(),
  kind: z.enum(['business', 'email']),
  name: z.string().describe('The business’s name, or the email address'),
  state: z.enum(['pending', 'verified', 'rejected']),
  rejectReason: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable().describe('Null for a business, which has access until it’s revoked'),
  isCorrectionUnderWay: z.boolean().describe('A corrected version is uploaded and not sent yet'),
})
export type DocumentRecipient = z.infer<typeof DocumentRecipient>

export const Document = z.object({
  id: z.uuid(),
  name: z.string(),
  type: DocumentType,
  status: DocumentStatus,
  sizeBytes: z.int().describe('Size of the original file'),
  pageCount: z.int().nullable().describe('Null until known'),
  cardSide: CardSide.nullable().describe('Which side of a payment card it was marked as'),
  isCard: z.boolean().describe('Marked or recognized as a payment card'),
  card: GovernmentCard,
  createdAt: z.iso.datetime(),
  processedAt: z.iso.datetime().nullable(),
  version: z.int().describe('0 until processed. Increases each time the owner blacks out more.'),
  progress: z
    .object({ page: z.int().describe('0 while waiting in the queue'), pageCount: z.int() })
    .nullable()
    .describe('Only while processing'),
  failure: DocumentFailure.nullable(),
  findings: z
    .array(z.object({ kind: FindingKind, count: z.int() }))
    .describe('What was hidden, never the value'),
  needsCheck: z
    .boolean()
    .describe('Something on it may be private. Only its owner can open it until the owner has checked it.'),
  sharedWith: z.array(z.string()).describe('Businesses and email addresses it is shared with'),
  recipients: z
    .array(DocumentRecipient)
    .describe('The same with what each business decided, most recently shared first'),
})
export type Document = z.infer<typeof Document>

/** A coordinate as a fraction of the page's width or height, from the upper left corner. */
const Share = z.number().min(0).max(1)
const Point = z.tuple([Share, Share])
export const Quad = z.tuple([Point, Point, Point, Point])
export type Quad = z.infer<typeof Quad>

export const DocumentPage = z.object({
  page: z.int().describe('Starts at 1'),
  width: z.int(),
  height: z.int(),
  findings: z.array(z.object({ kind: FindingKind, quad: Quad })),
})
export type DocumentPage = z.infer<typeof DocumentPage>

/** Why an area is uncertain: nothing beside a label, something unread, a paper that always holds a secret, or a number that nothing explains. */
export const uncertainReasons = [
  'label-without-value',
  'value-not-read',
  'paper-without-secret',
  'unexplained',
] as const
/** What the owner decided about an uncertain area. */
export const areaResolutions = ['hidden', 'fine'] as const
export const AreaResolution = z.enum(areaResolutions)
export type AreaResolution = z.infer<typeof AreaResolution>

/** A place where a secret was expected and not found, or a number that nothing explains. */
export const UncertainArea = z.object({
  area: z.int().describe('Names it within its version'),
  page: z.int(),
  quad: Quad,
  expected: FindingKind,
  reason: z.enum(uncertainReasons),
  resolution: AreaResolution.nullable().describe('Null until the owner has decided'),
})
export type UncertainArea = z.infer<typeof UncertainArea>

export const DocumentVersion = z.object({
  version: z.int(),
  createdAt: z.iso.datetime(),
  boxCount: z.int().describe('How many areas the owner blacked out to make it'),
  isReady: z.boolean().describe('False while it is being created'),
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

export const DocumentDetails = Document.extend({
  queuePlace: z
    .int()
    .nullable()
    .describe(
      `Which one it is in the queue; null when it waits no more, or not among the first ${documentLimits.queuePlacesShown}`,
    ),
  pages: z.array(DocumentPage).describe('Of the current version'),
  uncertain: z.array(UncertainArea).describe('On the current version, in the order of the pages'),
  versions: z.array(DocumentVersion).describe('Newest first. Only the current version can be opened.'),
  replaces: z
    .object({
      document: z.object({ id: z.uuid(), name: z.string() }),
      waiting: z.array(z.string()).describe('The recipients who get it when its owner sends it'),
    })
    .nullable()
    .describe('The rejected document that this one was uploaded to correct, unless that was deleted'),
  replacedBy: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .describe('The latest corrected version that some recipient got in its place'),
})
export type DocumentDetails = z.infer<typeof DocumentDetails>

export const documentSorts = ['newest', 'oldest', 'name', 'name-down'] as const

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/api/documents',
  summary: 'List your documents',
  tag,
  access: owner,
  query: PageQuery.extend({
    search: SearchText.optional().describe('Part of the name'),
    status: DocumentFilter.optional(),
    sort: z.enum(documentSorts).default('newest'),
  }),
  response: pageOf(Document).extend({
    toConfirm: z.int().describe('How many certificates were read and wait for their owner, in all'),
  }),
})

const params = z.object({ id: z.uuid() })

export const getDocument = defineRoute({
  method: 'GET',
  path: '/api/documents/:id',
  summary: 'Get a document with its pages, what was hidden where, and its versions',
  tag,
  access: owner,
  params,
  response: DocumentDetails,
  errors: ['not-found'],
})

export const removeDocument = defineRoute({
  method: 'DELETE',
  path: '/api/documents/:id',
  summary: 'Delete a document. No one can open it anymore, and its files are destroyed.',
  tag,
  access: owner,
  params,
  response: 'nothing',
  errors: ['not-found'],
})

/** Several at once, each named once. */
const DocumentIds = z
  .array(z.uuid())
  .min(1, 'Please choose at least one document')
  .max(documentLimits.documentsAtOnce, `Please choose at most ${documentLimits.documentsAtOnce} documents`)

export const removeDocuments = defineRoute({
  method: 'POST',
  path: '/api/documents/remove',
  summary: 'Delete several documents at once: all of them, or none when one of them isn’t yours',
  tag,
  access: owner,
  body: z.strictObject({ ids: DocumentIds }),
  response: 'nothing',
  errors: ['not-found'],
})

export const renameDocument = defineRoute({
  method: 'PATCH',
  path: '/api/documents/:id',
  summary:
    'Rename a document. It keeps the ending of its type, and everyone who can see it sees the new name.',
  tag,
  access: owner,
  params,
  body: z.strictObject({
    name: OneLine(documentLimits.documentNameLength, { missing: 'Please enter a name' }),
  }),
  freeText: ['name'],
  response: Document,
  errors: ['not-found'],
})

export const retryDocument = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/retry',
  summary: 'Process a failed document again',
  tag,
  access: owner,
  params,
  response: Document,
  errors: ['not-found', 'cannot-retry'],
})

const Box = z
  .strictObject({
    page: z.int().min(1).max(documentLimits.documentPages),
    x: Share,
    y: Share,
    width: Share,
    height: Share,
  })
  .refine(({ x, y, width, height }) => width > 0 && height > 0 && x + width <= 1 && y + height <= 1, {
    message: 'This area is not on the page',
  })
export type Box = z.infer<typeof Box>

export const blackOutDocument = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/versions',
  summary: 'Black out more of a document. Creates a new version; hidden parts can’t be restored.',
  tag,
  access: owner,
  params,
  body: z.strictObject({
    version: Version.describe('The version the areas were drawn on'),
    boxes: z.array(Box).min(1, 'Please mark at least one area').max(documentLimits.blackOutBoxes),
  }),
  response: DocumentVersion,
  status: 202,
  errors: ['not-found', 'conflict'],
})

export const decideArea = defineRoute({
  method: 'PUT',
  path: '/api/documents/:id/uncertain-areas/:area',
  summary: 'Decide whether an uncertain area is to be hidden; can be changed until the check is finished',
  tag,
  access: owner,
  params: params.extend({ area: z.coerce.number().int().min(0).max(100_000) }),
  body: z.strictObject({
    version: Version.describe('The version that the page shows'),
    shown: AreaResolution.nullable().describe(
      'The decision that the page shows, so that no other tab is overruled',
    ),
    resolution: AreaResolution,
  }),
  response: UncertainArea,
  errors: ['not-found', 'conflict'],
})

export const finishCheck = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/check',
  summary: 'Finish the check: hides what is to be hidden in a new version, and releases the document',
  tag,
  access: owner,
  params,
  body: z.strictObject({ version: Version.describe('The version that the page shows') }),
  response: Document.describe('Still needs its check while the new version is being made'),
  errors: ['not-found', 'conflict', 'needs-check'],
})
