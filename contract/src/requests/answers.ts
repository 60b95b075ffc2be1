import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { anyone } from '../access.ts'
import { Session } from '../accounts.ts'
import { confirmExemption, DocumentReading } from '../certificates.ts'
import { TwoFactorCode } from '../codes.ts'
import { UploadedFile } from '../documents/files.ts'
import { documentLimits } from '../documents/limits.ts'
import { AreaResolution, Document } from '../documents.ts'
import { ChosenPassword, EmailAddress, PersonName } from '../people.ts'
import { defineRoute, fileOf } from '../route.ts'
import { OneLine } from '../text.ts'
import { Version, VersionInUrl } from '../whole-numbers.ts'
import { requestLimits } from './limits.ts'
import { KeptDraft, MakingReview } from './making.ts'

/** What a customer does behind the link of a request, without an account. */

const tag = 'Answers to requests'
/** Any token is accepted here, so that unknown and closed requests get the same answer. */
const params = z.object({ token: z.string().max(documentLimits.viewTokenLength) })
/** A cookie that works only for this request says which browser it is. */
const visitor = { tag, access: anyone, params, throttle: 'link' } as const

export const AnswerDocument = Document.pick({
  name: true,
  status: true,
  version: true,
  pageCount: true,
  progress: true,
  failure: true,
  needsCheck: true,
}).extend({ uncertainAreas: z.int().describe('Places that may be private; the customer decides about them') })
export type AnswerDocument = z.infer<typeof AnswerDocument>

/** A file that arrives in pieces: after a lost connection or a reload it goes on where it was. */
export const AnswerUpload = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  receivedBytes: z.int().describe('The next piece begins here'),
})
export type AnswerUpload = z.infer<typeof AnswerUpload>

export const RequestPage = z.object({
  business: z.object({ name: z.string(), isVerified: z.boolean() }),
  state: StateCode.nullable(),
  message: z.string().nullable(),
  email: z.string().nullable().describe('Where the request was sent, partly hidden'),
  earlier: z
    .object({ signedAt: z.iso.datetime(), draft: KeptDraft, lines: MakingReview.shape.lines })
    .nullable()
    .describe('What the person with this address signed for this business before'),
  isReceived: z.boolean().describe('A certificate was sent for it already'),
  isDeclined: z.boolean(),
  person: z.object({ name: z.string() }).nullable().describe('Who is logged in and can send as themselves'),
  answer: z
    .object({
      document: AnswerDocument.nullable(),
      upload: AnswerUpload.nullable().describe('A file of which a part is still missing'),
      reading: DocumentReading.nullable(),
      doubts: z.array(z.string()).describe('What speaks against the confirmed certificate as an answer'),
      email: z.string().nullable().describe('The confirmed address'),
      hasAccount: z.boolean().describe('The confirmed address has an account, which has to log in'),
      making: MakingReview.nullable().describe('A new certificate that waits to be signed'),
      isSent: z.boolean(),
      canChoosePassword: z.boolean(),
    })
    .nullable()
    .describe('What this browser has prepared so far'),
})
export type RequestPage = z.infer<typeof RequestPage>

export const getRequestPage = defineRoute({
  ...visitor,
  method: 'GET',
  path: '/api/r/:token',
  summary: 'Get a request and what this browser has prepared for it',
  response: RequestPage,
  errors: ['gone'],
})

export const uploadAnswer = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/documents',
  summary:
    'Upload the certificate. It takes the place of one uploaded before, and it is shown to no one yet.',
  upload: true,
  response: z.object({ file: UploadedFile }),
  errors: [
    'gone',
    'malformed-request',
    'unsupported-type',
    'too-large',
    'too-many-requests',
    'unavailable',
    'no-room',
  ],
})

/** The same name, size and date mean the same file. */
export const AnswerFile = z.strictObject({
  name: OneLine(requestLimits.untrustedNameLength).transform((name) => name || 'Document'),
  sizeBytes: z.int().min(1).max(documentLimits.uploadMaxBytes),
  modifiedAt: z.iso.datetime(),
})
export type AnswerFile = z.output<typeof AnswerFile>

const Digits = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/** The fields beside `piece`, which comes last. */
export const AnswerPieceForm = AnswerFile.extend({
  sizeBytes: Digits.pipe(AnswerFile.shape.sizeBytes),
  at: Digits.describe('Where the piece begins'),
})

export const startAnswerUpload = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/uploads',
  summary: 'Ask where the upload of a file goes on. Nothing is kept before its first piece has arrived.',
  body: AnswerFile,
  freeText: ['name'],
  response: AnswerUpload,
  errors: ['gone'],
})

/**
 * Every piece but the last is `uploadPieceBytes` long. The first piece of another file takes the place of what was
 * uploaded before.
 */
export const sendAnswerPiece = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/pieces',
  summary: 'Send the next piece of a file. The last one makes the document.',
  upload: true,
  response: z.object({ receivedBytes: z.int(), file: UploadedFile.nullable() }),
  errors: [
    'gone',
    'not-found',
    'conflict',
    'malformed-request',
    'too-large',
    'too-many-requests',
    'unavailable',
    'no-room',
  ],
})

export const removeAnswer = defineRoute({
  ...visitor,
  method: 'DELETE',
  path: '/api/r/:token/documents',
  summary: 'Delete what this browser has prepared',
  response: 'nothing',
  errors: ['gone'],
})

export const getAnswerPage = defineRoute({
  ...visitor,
  method: 'GET',
  path: '/api/r/:token/pages/:page',
  summary: 'Get a redacted page as an image',
  params: params.extend({ page: z.coerce.number().int().min(1).max(documentLimits.documentPages) }),
  query: z.object({ v: VersionInUrl.optional() }),
  response: fileOf('image/jpeg', 'image/png').unrecorded(
    'Guests look at what they have just uploaded in this browser',
  ),
  errors: ['gone', 'not-found'],
})

export const checkAnswer = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/check',
  summary: 'Decide about the places that may be private: hide all of them, or none',
  body: z.strictObject({ version: Version, resolution: AreaResolution }),
  response: 'nothing',
  errors: ['gone', 'not-found', 'conflict'],
})

export const confirmAnswer = defineRoute({
  ...visitor,
  method: 'PUT',
  path: '/api/r/:token/exemption',
  summary: 'Confirm what the certificate says',
  body: confirmExemption.body,
  freeText: ['purchaser', 'seller'],
  response: DocumentReading,
  errors: ['gone', 'not-found', 'conflict', 'not-processed', 'needs-check'],
})

export const sendAnswerCode = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/codes',
  summary: 'Email a code. Without an address, it goes to the one that the request was sent to.',
  throttle: 'guess',
  body: z.strictObject({ email: EmailAddress.nullable() }),
  response: z.object({ canResendAt: z.iso.datetime() }),
  status: 202,
  errors: ['gone', 'not-found', 'too-many-requests'],
})

export const confirmAnswerAddress = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/confirmations',
  summary: 'Confirm the email address with the code',
  throttle: 'guess',
  body: z.strictObject({ code: TwoFactorCode }),
  response: z.object({ hasAccount: z.boolean() }),
  errors: ['gone', 'not-found', 'wrong-code', 'too-many-requests'],
})

export const sendAnswer = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/send',
  summary: 'Share the certificate with the business that asked',
  response: 'nothing',
  errors: [
    'gone',
    'not-found',
    'code-needed',
    'not-signed-in',
    'conflict',
    'not-processed',
    'needs-check',
    'email-not-verified',
    'recipient-not-active',
  ],
})

export const keepAnswer = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/password',
  summary: 'Choose a password, and keep the certificate in an account of your own',
  throttle: 'guess',
  body: z.strictObject({ name: PersonName, password: ChosenPassword }),
  freeText: ['name'],
  response: z.object({ session: Session }),
  status: 201,
  errors: ['gone', 'not-found', 'weak-password'],
})

export const requestRefusals = ['not-exempt', 'no-email'] as const

export const declineRequest = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/refusals',
  summary: 'Say that your purchases aren’t exempt, or that you want no more emails. Both hold for good.',
  body: z.strictObject({ kind: z.enum(requestRefusals) }),
  response: 'nothing',
  errors: ['gone'],
})

/** An address that the page uses directly, without the API client. */
export const answerPageAddress = (token: string, version: number, page: number) =>
  `/api/r/${token}/pages/${page}?v=${version}`
