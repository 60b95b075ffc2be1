import { z } from 'zod'
import { anyone } from '../access.ts'
import { TwoFactorCode } from '../codes.ts'
import { documentLimits } from '../documents/limits.ts'
import { DocumentType } from '../documents.ts'
import { defineRoute, fileOf } from '../route.ts'
import { VersionInUrl } from '../whole-numbers.ts'

const tag = 'Email shares'

/** Any token is accepted here, so that unknown and expired links get the same answer. */
const business = z
  .object({ name: z.string(), isVerified: z.boolean() })
  .nullable()
  .describe('The business that the address belongs to; null for any other address')

const body = z.strictObject({ token: z.string().max(documentLimits.viewTokenLength) })

export const lookUpEmailShare = defineRoute({
  method: 'POST',
  path: '/api/shared/look',
  summary: 'Get what a link may show before the email address is confirmed',
  tag,
  access: anyone,
  throttle: 'guess',
  body,
  response: z.object({
    id: z.uuid(),
    sender: z.string().describe('The name of the person who shares'),
    email: z.string().describe('Where the code will be sent, partly hidden'),
    business,
  }),
  errors: ['gone'],
})

export const sendEmailShareCode = defineRoute({
  method: 'POST',
  path: '/api/shared/codes',
  summary: 'Send a code to the recipient’s address. Earlier codes stop working.',
  tag,
  access: anyone,
  throttle: 'guess',
  body,
  response: z.object({ canResendAt: z.iso.datetime() }),
  status: 202,
  errors: ['gone', 'too-many-requests'],
})

/** Sets a cookie that opens only this link, for an hour. */
export const openEmailShare = defineRoute({
  method: 'POST',
  path: '/api/shared/viewers',
  summary: 'Confirm the email address with the code',
  tag,
  access: anyone,
  throttle: 'guess',
  body: body.extend({ code: TwoFactorCode }),
  response: 'nothing',
  errors: ['gone', 'wrong-code', 'too-many-requests'],
})

const link = z.object({ link: z.uuid() })
const document = link.extend({ id: z.uuid() })
/** The version that the page shows, so that no older one is mistaken for it. */
const query = z.object({ v: VersionInUrl.optional() })
/** For a viewer who has confirmed the address in this browser. */
const viewer = { tag, access: anyone, params: link } as const
const viewerErrors = ['code-needed', 'gone'] as const

export const EmailShareDocument = z.object({
  id: z.uuid(),
  name: z.string(),
  type: DocumentType,
  version: z.int(),
  pageCount: z.int(),
  canDownload: z.boolean(),
  hasWatermark: z.boolean(),
})
export type EmailShareDocument = z.infer<typeof EmailShareDocument>

export const EmailShare = z.object({
  sender: z.string(),
  email: z.string().describe('The confirmed address'),
  business,
  message: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  documents: z.array(EmailShareDocument).min(1),
  state: z.string().describe('Changes whenever anything here changes'),
})
export type EmailShare = z.infer<typeof EmailShare>

export const getEmailShare = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link',
  summary: 'List the documents the link opens',
  response: EmailShare,
  errors: viewerErrors,
})

/** A long poll, so that a revoked share disappears at once. */
export const awaitEmailShareChange = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/changes',
  summary: 'Wait up to 30 seconds for a change',
  query: z.object({ state: z.string().max(64) }),
  response: z.object({ isChanged: z.boolean() }),
  errors: viewerErrors,
})

export const getEmailShareDocument = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/documents/:id',
  summary: 'Get a document’s page sizes',
  params: document,
  query,
  response: z.object({
    pages: z.array(z.object({ page: z.int(), width: z.int(), height: z.int() })),
  }),
  errors: [...viewerErrors, 'not-found'],
})

export const getEmailSharePage = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/documents/:id/pages/:page',
  summary: 'Get a redacted page as an image. The first page of a document is recorded as a view.',
  params: document.extend({ page: z.coerce.number().int().min(1).max(documentLimits.documentPages) }),
  query,
  response: fileOf('image/jpeg', 'image/png').recordedAs('document.view'),
  errors: [...viewerErrors, 'not-found', 'unavailable'],
})

export const downloadEmailShare = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/documents/:id/file',
  summary: 'Download the redacted file, if the owner allows it',
  params: document,
  response: fileOf('application/pdf', 'image/jpeg', 'image/png').recordedAs('document.download'),
  errors: [...viewerErrors, 'not-found', 'view-only', 'unavailable'],
})

export const leaveEmailShare = defineRoute({
  ...viewer,
  method: 'DELETE',
  path: '/api/shared/:link',
  summary: 'Forget the confirmed address in this browser',
  response: 'nothing',
})

/** URLs that a page uses directly, without the API client. */
export const emailShareAddress = {
  page: (linkId: string, id: string, version: number, page: number) =>
    `/api/shared/${linkId}/documents/${id}/pages/${page}?v=${version}`,
  download: (linkId: string, id: string) => `/api/shared/${linkId}/documents/${id}/file`,
}
