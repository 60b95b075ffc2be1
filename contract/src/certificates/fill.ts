/** Filling in a certificate for another seller: from what the owner confirmed, signed by the owner. */
import { FieldName, FormCode, Reason, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { DocumentStatus } from '../documents.ts'
import { FormPage, FormZone } from '../knowledge/blank-forms.ts'
import { defineRoute } from '../route.ts'
import { ExactLine, orNothing } from '../text.ts'
import { certificateLimits } from './limits.ts'

const tag = 'Wallet'
const owner = only('user')
const longest = certificateLimits.readValueLength

/** One text that a form asks for. */
export const FillField = z.object({
  name: FieldName,
  state: StateCode.nullable().describe('The state that a number is for'),
  value: z.string().describe('What we know already; empty otherwise'),
  isRequired: z.boolean(),
})
export type FillField = z.infer<typeof FillField>

export const FillableForm = z.object({
  code: FormCode,
  name: z.string(),
  title: z.string(),
  pages: z.array(FormPage),
  zones: z.array(FormZone),
  fields: z
    .array(FillField)
    .describe('What the owner can correct; the seller is chosen for each certificate'),
  reasons: z.array(Reason).describe('The form’s boxes for the reason. Empty: it has none.'),
  hasKinds: z.boolean().describe('It has boxes for one purchase and for all purchases'),
  asksSellerAddress: z.boolean(),
})
export type FillableForm = z.infer<typeof FillableForm>

const params = z.object({ id: z.uuid() })

export const getFillForm = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/fill',
  summary:
    'Get the forms that a certificate can be filled in on for another seller, with what we know already',
  tag,
  access: owner,
  params,
  response: z.object({
    document: z.object({ id: z.uuid(), name: z.string() }),
    reason: Reason.nullable(),
    isBlanket: z.boolean().nullable(),
    seller: z.string().nullable().describe('The seller that the certificate names'),
    obstacle: z
      .string()
      .nullable()
      .describe('Why it can’t be filled in, for example because the state issues it'),
    forms: z.array(FillableForm).describe('The certificate’s own form first'),
  }),
  errors: ['not-found'],
})

const inPlace = z.number().min(0).max(1)

/** The signature of the person who is logged in, made for these certificates and not kept apart from them. */
export const Signature = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('typed'),
    text: ExactLine(100, { missing: 'Please type your name' }),
  }),
  z.strictObject({
    kind: z.literal('drawn'),
    strokes: z
      .array(z.array(z.tuple([inPlace, inPlace])).max(certificateLimits.signaturePoints))
      .min(1, 'Please draw your signature')
      .max(certificateLimits.signatureStrokes)
      .refine((strokes) => strokes.flat().length <= certificateLimits.signaturePoints, {
        message: 'This drawing has too many lines. Please draw it again.',
      }),
    ratio: z.number().min(0.1).max(20).describe('Width of the drawing by its height'),
  }),
])
export type Signature = z.infer<typeof Signature>

export const fillCertificates = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/fills',
  summary:
    'Fill in and sign a certificate for each of these sellers, or for none. Each becomes a document of its own.',
  tag,
  access: owner,
  params,
  body: z.strictObject({
    form: FormCode,
    values: z
      .array(
        z.strictObject({
          name: FieldName,
          state: StateCode.nullable(),
          value: orNothing(ExactLine(longest)),
        }),
      )
      .max(100),
    reason: Reason.nullable(),
    isBlanket: z.boolean(),
    sellers: z
      .array(
        z.strictObject({
          businessId: z.uuid().nullable().describe('Null for a seller that isn’t registered here'),
          name: ExactLine(longest, { missing: 'Please enter the seller’s name' }),
          address: orNothing(ExactLine(longest)),
        }),
      )
      .min(1, 'Please choose a seller')
      .max(
        certificateLimits.fillSellers,
        `Please choose at most ${certificateLimits.fillSellers} sellers at once`,
      )
      .refine((all) => new Set(all.map(({ businessId, name }) => businessId ?? name)).size === all.length, {
        message: 'Please choose each seller once',
      }),
    signedOn: z.iso.date('Please enter a real date'),
    signature: Signature,
  }),
  response: z.object({ batchId: z.uuid() }),
  status: 201,
  errors: ['not-found', 'conflict', 'recipient-not-active', 'unavailable'],
})

/** A certificate that was filled in, on its way to its seller. */
export const FilledCertificate = z.object({
  document: z.object({ id: z.uuid(), name: z.string(), status: DocumentStatus, needsCheck: z.boolean() }),
  business: z
    .object({ id: z.uuid(), isActive: z.boolean() })
    .nullable()
    .describe('Null for a seller that isn’t registered here'),
  seller: z.string(),
  isConfirmed: z.boolean(),
  isShared: z.boolean(),
})
export type FilledCertificate = z.infer<typeof FilledCertificate>

export const listFilled = defineRoute({
  method: 'GET',
  path: '/api/documents/fills/:batchId',
  summary: 'List the certificates that were filled in together',
  tag,
  access: owner,
  params: z.object({ batchId: z.uuid() }),
  response: z.object({ certificates: z.array(FilledCertificate).max(certificateLimits.fillSellers) }),
  errors: ['not-found'],
})

export const shareFilled = defineRoute({
  method: 'POST',
  path: '/api/documents/fills/:batchId/shares',
  summary: 'Share each of these certificates with the seller that it was filled in for: all of them, or none',
  tag,
  access: owner,
  params: z.object({ batchId: z.uuid() }),
  body: z.strictObject({
    documentIds: z.array(z.uuid()).min(1, 'Please choose a certificate').max(certificateLimits.fillSellers),
  }),
  response: z.object({ sent: z.int().describe('How many sellers got theirs now') }),
  status: 201,
  errors: [
    'not-found',
    'conflict',
    'not-processed',
    'needs-check',
    'recipient-not-active',
    'email-not-verified',
  ],
})
