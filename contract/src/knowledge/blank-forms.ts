/** The library of blank forms that people's certificates are filled into. */
import { FieldName, FormCode, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute, fileOf } from '../route.ts'

const tag = 'Blank forms'

/** What a form asks for, in words. */
export const fieldWords = {
  purchaser: 'Purchaser',
  'purchaser-address': 'Purchaser’s address',
  seller: 'Seller',
  'seller-address': 'Seller’s address',
  number: 'Number',
  'number-state': 'State that issued the number',
  reason: 'Reason',
  business: 'Type of business',
  items: 'Items',
  single: 'For one purchase',
  blanket: 'For all purchases',
  'period-from': 'From',
  'ends-on': 'Expires',
  signature: 'Signature',
  signer: 'Printed name',
  title: 'Job title',
  'signed-on': 'Date signed',
  'driver-license': 'Driver’s license number',
  ssn: 'Social Security number',
} as const satisfies Record<FieldName, string>

const share = z.number().min(-1).max(2)

/** Where a value belongs, as shares of the width and height of its page. */
export const FormZone = z.object({
  field: FieldName,
  value: z.string().nullable().describe('What a marked box means, or the state whose number it holds'),
  page: z.int(),
  x: share,
  y: share,
  width: share,
  height: share,
})
export type FormZone = z.infer<typeof FormZone>

export const FormPage = z.object({
  page: z.int(),
  width: z.int().describe('In pixels of the picture that shows it'),
  height: z.int(),
})

export const BlankForm = z.object({
  code: FormCode,
  name: z.string(),
  title: z.string(),
  revision: z.string().nullable(),
  states: z.array(StateCode),
  pages: z.array(FormPage),
  zones: z.array(FormZone),
  unread: z
    .array(FieldName)
    .describe('Fields that we filled in for a test and couldn’t read back. Someone should look at them.'),
  uploadedAt: z.iso.datetime(),
})
export type BlankForm = z.infer<typeof BlankForm>

/** Whether a certificate can be filled in for a state, and if not, why. */
export const FormReadiness = z.object({
  state: StateCode,
  status: z
    .enum(['ready', 'shared-only', 'missing', 'not-learned', 'state-issues'])
    .describe(
      'shared-only: only a form for several states is loaded. missing: the blank can be loaded. not-learned: we don’t recognize its blank yet. state-issues: the state issues its papers itself.',
    ),
  loaded: z.array(z.string()).describe('Names of the forms that are in the library'),
  missing: z
    .array(
      z.object({
        name: z.string(),
        title: z.string(),
        publishedAt: z.string().nullable().describe('Where the state publishes it, as far as we know'),
      }),
    )
    .describe('Forms whose blank can be loaded and isn’t'),
})
export type FormReadiness = z.infer<typeof FormReadiness>

export const listBlankForms = defineRoute({
  method: 'GET',
  path: '/api/admin/forms',
  summary: 'List the blank forms in the library, and for which states certificates can be filled in',
  tag,
  access: only('admin'),
  response: z.object({ forms: z.array(BlankForm), states: z.array(FormReadiness) }),
})

export const blankFormField = 'blank'

export const uploadBlankForm = defineRoute({
  method: 'POST',
  path: '/api/admin/forms',
  summary: 'Add a state’s blank form as a PDF. We recognize the form and check where its fields are.',
  tag,
  access: only('admin'),
  upload: true,
  response: BlankForm,
  status: 201,
  errors: ['unavailable'],
})

export const removeBlankForm = defineRoute({
  method: 'DELETE',
  path: '/api/admin/forms/:code',
  summary: 'Remove a blank form. Certificates that were filled in stay as they are.',
  tag,
  access: only('admin'),
  params: z.object({ code: FormCode }),
  response: 'nothing',
  errors: ['not-found'],
})

export const openBlankFormPage = defineRoute({
  method: 'GET',
  path: '/api/forms/:code/pages/:page',
  summary: 'Get a page of a blank form as a picture',
  tag,
  access: only('admin', 'user'),
  params: z.object({ code: FormCode, page: z.coerce.number().int().min(1).max(20) }),
  response: fileOf('image/jpeg').unrecorded('Blank forms are published'),
  errors: ['not-found'],
})
