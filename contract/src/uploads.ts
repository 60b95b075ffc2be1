import { z } from 'zod'
import { only } from './access.ts'
import { Document } from './documents.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { fill, texts } from './texts.ts'

/**
 * The fields that carry files: what each one is said to show. Options come before the files they are for:
 * `hideContactDetails`, `keepDriverLicense` and `again` (process a file that was sent before), each `true`.
 */
export const uploadFields = ['document', 'card-front', 'card-back'] as const
export const uploadOptions = ['hideContactDetails', 'keepDriverLicense', 'again'] as const

/** Why a file was not taken, in the drop-zone's words where it has some. */
export const uploadRefusals = {
  'wrong-type': fill(texts.upload.wrongType, { types: 'PDF, JPG or PNG' }),
  'too-large': fill(texts.upload.tooLarge, { bytes: limits.uploadMaxBytes }),
  'too-many': texts.upload.tooMany,
  empty: 'This file is empty',
  'quota-documents': 'You have reached the limit of {limit} documents. Please delete some first.',
  'quota-bytes': 'You have used all of your {limit} MB. Please delete some documents first.',
  'quota-waiting': 'Many of your documents are still waiting. Please try again when some are processed.',
  'card-refused': 'The card could not be read with confidence. Please send a better photo.',
  busy: 'We are busy right now. Please try again in a moment.',
  'not-processed': texts.upload.sendAgain,
} as const
export type UploadRefusal = keyof typeof uploadRefusals
export const UploadRefusal = z.enum(Object.keys(uploadRefusals) as [UploadRefusal, ...UploadRefusal[]])

export const UploadedFile = z.discriminatedUnion('outcome', [
  z.object({ name: z.string(), outcome: z.literal('accepted'), document: Document }),
  z.object({
    name: z.string(),
    outcome: z.literal('duplicate').describe('Sent before, and not processed again'),
    document: Document,
  }),
  z.object({ name: z.string(), outcome: z.literal('refused'), code: UploadRefusal, text: z.string() }),
])
export type UploadedFile = z.infer<typeof UploadedFile>

/** Files in order. When none was taken because the server is busy, the whole call answers 503 with Retry-After. */
export const uploadDocuments = defineRoute({
  method: 'POST',
  path: '/api/documents',
  summary: 'Send files; each one is accepted or refused on its own',
  tag: 'Documents',
  access: only('user'),
  upload: true,
  response: z.object({ files: z.array(UploadedFile) }),
  errors: ['malformed-request', 'unsupported-type', 'too-large', 'unavailable', 'no-room'],
})
