import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { Document } from '../documents.ts'
import { defineRoute, fileOf } from '../route.ts'
import { fill, texts } from '../texts.ts'
import { Version, VersionInUrl } from '../whole-numbers.ts'
import { documentLimits } from './limits.ts'

const tag = 'Documents'
/** The owner, and people of a business that the document is shared with. */
const viewer = only('user', 'business')
const params = z.object({ id: z.uuid() })
/** The version that the page shows, so that no older image is mistaken for it. */
const query = z.object({ v: VersionInUrl.optional() })
const anyType = fileOf('application/pdf', 'image/jpeg', 'image/png')

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
/** One or several, separated by commas. */
const listOf = (one: string) => new RegExp(`^${one}(?:,${one}){0,${documentLimits.documentsAtOnce - 1}}$`)
const tooMany = `Please choose between 1 and ${documentLimits.documentsAtOnce} documents`

export const listThumbnails = defineRoute({
  method: 'GET',
  path: '/api/documents/thumbnails',
  summary: 'Get the thumbnails of several documents at once; those that you can’t see are left out',
  tag,
  access: viewer,
  query: z.object({
    of: z
      .string()
      .regex(listOf(`${uuid}\\.\\d{1,9}`), tooMany)
      .describe('ID.VERSION, separated by commas'),
  }),
  response: z.object({
    thumbnails: z.array(z.object({ id: z.uuid(), jpeg: z.base64() })),
  }),
})

export const getThumbnail = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/thumbnail',
  summary: 'Get a thumbnail of the first redacted page',
  tag,
  access: viewer,
  params,
  query,
  response: fileOf('image/jpeg').unrecorded('Thumbnails are unreadable and appear in lists'),
  errors: ['not-found'],
})

export const getPagePicture = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/pages/:page',
  summary: 'Get a redacted page as an image',
  tag,
  access: viewer,
  params: params.extend({ page: z.coerce.number().int().min(1).max(documentLimits.documentPages) }),
  query,
  // Of recipients. Owners look at pages of their own documents, and aren't recorded.
  response: fileOf('image/jpeg', 'image/png').recordedAs('document.view'),
  errors: ['not-found'],
})

export const downloadDocument = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/file',
  summary: 'Download the redacted file',
  tag,
  access: viewer,
  params,
  response: anyType.recordedAs('document.download'),
  errors: ['not-found', 'view-only'],
})

export const downloadDocuments = defineRoute({
  method: 'GET',
  path: '/api/documents/archive',
  summary: 'Download the redacted files of several documents as one ZIP file',
  tag,
  access: viewer,
  query: z.object({
    ids: z.string().regex(listOf(uuid), tooMany).describe('Their IDs, separated by commas'),
  }),
  response: fileOf('application/zip').recordedAs('document.download'),
  errors: ['not-found', 'view-only'],
})

export const createViewLink = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/view-links',
  summary: 'Create a signed link to the redacted file, valid for one hour',
  tag,
  access: viewer,
  params,
  response: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  status: 201,
  errors: ['not-found', 'view-only', 'needs-check'],
})

/** The link needs no session, but it works only while its viewer still has access. */
export const viewDocument = defineRoute({
  method: 'GET',
  path: '/api/view/:token',
  summary: 'Open a signed view link',
  tag,
  access: anyone,
  throttle: 'link',
  isOpenedByPeople: true,
  params: z.object({ token: z.string().max(documentLimits.viewTokenLength) }),
  response: anyType.recordedAs('document.view'),
  errors: ['not-allowed', 'address-not-allowed', 'gone'],
})

/** URLs of images and downloads that a page uses directly, without the API client. */
export const documentAddress = {
  page: (id: string, version: number, page: number) => `/api/documents/${id}/pages/${page}?v=${version}`,
  download: (id: string) => `/api/documents/${id}/file`,
  archive: (ids: readonly string[]) => `/api/documents/archive?ids=${ids.join(',')}`,
}

/**
 * The fields for files, named after what they show. Options must precede the files they apply to:
 * `hideContactDetails`, `keepDriverLicense` and `again` (process a file that was sent before), each `true`.
 */
export const uploadFields = ['document', 'card-front', 'card-back'] as const
export const uploadOptions = ['hideContactDetails', 'keepDriverLicense', 'again'] as const

/** Why a file was refused, in the specification's words where it has some. */
export const uploadRefusals = {
  'wrong-type': fill(texts.upload.wrongType, { types: 'PDF, JPG or PNG' }),
  'not-a-pdf': 'This file isn’t a PDF. Open it in the app that made it and save it as a PDF.',
  'not-a-picture': 'This file isn’t a picture. Save it as a JPG or PNG, or take a new photo.',
  'too-large': fill(texts.upload.tooLarge, { bytes: documentLimits.uploadMaxBytes }),
  'too-many': texts.upload.tooMany,
  empty: 'This file is empty',
  'same-file': 'This is the file that was rejected. Choose the corrected file.',
  'quota-documents':
    'You’ve reached your document limit ({limit}). Delete some documents before you upload more.',
  'quota-bytes': 'You’ve used all of your {limit} MB. Delete some documents before you upload more.',
  'quota-waiting': 'Many of your documents are still waiting. Try again when some of them are processed.',
  'card-refused': 'We couldn’t read the card clearly. Take a better photo.',
  busy: 'We’re busy right now. Please try again in a moment.',
  'not-processed': texts.upload.sendAgain,
} as const
export type UploadRefusal = keyof typeof uploadRefusals
export const UploadRefusal = z.enum(Object.keys(uploadRefusals) as [UploadRefusal, ...UploadRefusal[]])

export const UploadedFile = z.discriminatedUnion('outcome', [
  z.object({ name: z.string(), outcome: z.literal('accepted'), document: Document }),
  z.object({
    name: z.string(),
    outcome: z.literal('duplicate').describe('Uploaded before, so not processed again'),
    document: Document,
  }),
  z.object({ name: z.string(), outcome: z.literal('refused'), code: UploadRefusal, text: z.string() }),
])
export type UploadedFile = z.infer<typeof UploadedFile>

/**
 * Returns the files in order. If none was accepted because the server is busy, the call fails with 503 and
 * Retry-After.
 */
export const uploadDocuments = defineRoute({
  method: 'POST',
  path: '/api/documents',
  summary: 'Upload files. Each one is accepted or refused separately.',
  tag: 'Documents',
  access: only('user'),
  upload: true,
  response: z.object({ files: z.array(UploadedFile) }),
  errors: ['malformed-request', 'unsupported-type', 'too-large', 'unavailable', 'no-room'],
})

/**
 * Takes one file in the form of an upload. The options of the rejected document apply to it. It replaces that document
 * when its owner has seen the result and sends it; until then, recipients keep what they have.
 */
export const correctDocument = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/corrections',
  summary: 'Upload a corrected version of a rejected document',
  tag: 'Documents',
  access: only('user'),
  params,
  query: z.object({
    share: z
      .uuid()
      .optional()
      .describe(
        'Only for this recipient, who rejected it. Without it, for everyone who can open the document.',
      ),
  }),
  upload: true,
  response: z.object({ file: UploadedFile }),
  errors: [
    'malformed-request',
    'unsupported-type',
    'too-large',
    'unavailable',
    'no-room',
    'not-found',
    'conflict',
    'recipient-not-active',
  ],
})

export const SentCorrection = z.object({
  sent: z.int().describe('How many recipients have it now'),
  kept: z.array(z.string()).describe('Why others keep the rejected document, one sentence for each'),
})
export type SentCorrection = z.infer<typeof SentCorrection>

export const sendCorrection = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/send',
  summary: 'Send a corrected version, so that it replaces the rejected document',
  tag: 'Documents',
  access: only('user'),
  params,
  body: z.strictObject({ version: Version.describe('The version that the page shows') }),
  response: SentCorrection,
  errors: ['not-found', 'conflict', 'not-processed', 'needs-check'],
})
