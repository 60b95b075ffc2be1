import { z } from 'zod'
import { anyone } from '../access.ts'
import { TwoFactorCode } from '../codes.ts'
import { DocumentType } from '../documents.ts'
import { limits } from '../limits.ts'
import { defineRoute, fileOf } from '../route.ts'

const tag = 'Shares by e-mail'

/** Whatever stands in the address: one that never was is answered like one that is over. */
const body = z.strictObject({ token: z.string().max(limits.viewTokenLength) })

export const lookUpEmailShare = defineRoute({
  method: 'POST',
  path: '/api/shared/look',
  summary: 'What a link may tell before the address is proved; looking changes nothing',
  tag,
  access: anyone,
  throttle: 'guess',
  body,
  response: z.object({
    id: z.uuid(),
    email: z.string().describe('Where a code would be sent, masked'),
  }),
  errors: ['gone'],
})

export const sendEmailShareCode = defineRoute({
  method: 'POST',
  path: '/api/shared/codes',
  summary: 'Send a code to the address that the link was made for; an older code stops working',
  tag,
  access: anyone,
  throttle: 'guess',
  body,
  response: z.object({ canResendAt: z.iso.datetime() }),
  status: 202,
  errors: ['gone', 'too-many-requests'],
})

/** Sets a cookie that opens this link alone, for an hour. */
export const openEmailShare = defineRoute({
  method: 'POST',
  path: '/api/shared/viewers',
  summary: 'Prove the address with the code',
  tag,
  access: anyone,
  throttle: 'guess',
  body: body.extend({ code: TwoFactorCode }),
  response: 'nothing',
  errors: ['gone', 'wrong-code', 'too-many-requests'],
})

const link = z.object({ link: z.uuid() })
const document = link.extend({ id: z.uuid() })
/** Names the version a page shows, so that nothing of an older one is taken for it. */
const query = z.object({ v: z.coerce.number().int().min(1).optional() })
/** For whoever proved the address in this browser. */
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
  email: z.string().describe('The address that was proved'),
  message: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  documents: z.array(EmailShareDocument).min(1),
  state: z.string().describe('Another one whenever something of this changes'),
})
export type EmailShare = z.infer<typeof EmailShare>

export const getEmailShare = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link',
  summary: 'What can be opened by the link',
  response: EmailShare,
  errors: viewerErrors,
})

/** Held open until then, so that a share that was taken back disappears at once. */
export const awaitEmailShareChange = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/changes',
  summary: 'Wait until something changes, for at most half a minute',
  query: z.object({ state: z.string().max(64) }),
  response: z.object({ isChanged: z.boolean() }),
  errors: viewerErrors,
})

export const getEmailShareDocument = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/documents/:id',
  summary: 'The sizes of the pages of a document',
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
  summary: 'A redacted page as a picture; the first one of a document is written down as a view',
  params: document.extend({ page: z.coerce.number().int().min(1).max(limits.documentPages) }),
  query,
  response: fileOf('image/jpeg', 'image/png'),
  errors: [...viewerErrors, 'not-found', 'unavailable'],
})

export const downloadEmailShare = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/shared/:link/documents/:id/file',
  summary: 'Download the redacted file under its name, where the owner allows it',
  params: document,
  response: fileOf('application/pdf', 'image/jpeg', 'image/png'),
  errors: [...viewerErrors, 'not-found', 'view-only', 'unavailable'],
})

export const leaveEmailShare = defineRoute({
  ...viewer,
  method: 'DELETE',
  path: '/api/shared/:link',
  summary: 'Forget in this browser that the address was proved',
  response: 'nothing',
})

/** Addresses that a page opens without calling. */
export const emailShareAddress = {
  page: (linkId: string, id: string, version: number, page: number) =>
    `/api/shared/${linkId}/documents/${id}/pages/${page}?v=${version}`,
  download: (linkId: string, id: string) => `/api/shared/${linkId}/documents/${id}/file`,
}
