/** Blanks that an administrator teaches the installation: newer and older editions of forms that the release knows. */
import { Edition, Zone } from '@exempta/knowledge/schema'
import { FieldName, FormCode, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute, fileOf } from '../route.ts'
import { ExactLine } from '../text.ts'
import { FormPage } from './blank-forms.ts'

const tag = 'Learned forms'

export const learnedFormLimits = {
  /** Each of them goes with every file that is read. */
  forms: 40,
  zones: 200,
} as const

export const LearnedForm = z.object({
  id: z.uuid(),
  form: FormCode.nullable().describe('The form that it is a blank of; null until someone has said so'),
  name: z.string().nullable().describe('Name of the form'),
  title: z.string().nullable(),
  revision: z.string().nullable(),
  states: z.array(StateCode),
  pages: z.array(FormPage),
  zones: z.array(Zone).describe('Where its fields lie, as shares of the width and height of its page'),
  isInUse: z.boolean().describe('Files are read with it'),
  uploadedAt: z.iso.datetime(),
})
export type LearnedForm = z.infer<typeof LearnedForm>

const KnownForm = z.object({
  code: FormCode,
  name: z.string(),
  title: z.string(),
  states: z.array(StateCode),
})

export const listLearnedForms = defineRoute({
  method: 'GET',
  path: '/api/admin/learned-forms',
  summary: 'List the blanks that this installation has learned, and the forms that they can be blanks of',
  tag,
  access: only('admin'),
  response: z.object({ items: z.array(LearnedForm), forms: z.array(KnownForm) }),
})

export const learnedFormField = 'blank'

export const uploadLearnedForm = defineRoute({
  method: 'POST',
  path: '/api/admin/learned-forms',
  summary:
    'Upload a blank to be learned, as a PDF. We look for its fields; nothing is read with it until they are saved.',
  tag,
  access: only('admin'),
  upload: true,
  response: LearnedForm,
  status: 201,
  errors: ['unavailable'],
})

const params = z.object({ id: z.uuid() })

export const getLearnedForm = defineRoute({
  method: 'GET',
  path: '/api/admin/learned-forms/:id',
  summary: 'Get a learned blank with its fields',
  tag,
  access: only('admin'),
  params,
  response: LearnedForm,
  errors: ['not-found'],
})

export const saveLearnedForm = defineRoute({
  method: 'PUT',
  path: '/api/admin/learned-forms/:id',
  summary: 'Say which form a blank is and where its fields lie. From then on files are read with it.',
  tag,
  access: only('admin'),
  params,
  body: z.object({
    form: FormCode,
    revision: ExactLine(40, {
      missing: 'Please enter the revision that’s printed on it, or the month in which you got it',
    }),
    zones: z.array(Zone).min(1, 'Please mark at least one field').max(learnedFormLimits.zones),
  }),
  response: LearnedForm,
  errors: ['not-found', 'unavailable'],
})

export const removeLearnedForm = defineRoute({
  method: 'DELETE',
  path: '/api/admin/learned-forms/:id',
  summary: 'Remove a learned blank. What was read with it stays as it is.',
  tag,
  access: only('admin'),
  params,
  response: 'nothing',
  errors: ['not-found'],
})

export const openLearnedFormPage = defineRoute({
  method: 'GET',
  path: '/api/admin/learned-forms/:id/pages/:page',
  summary: 'Get a page of a learned blank as a picture',
  tag,
  access: only('admin'),
  params: z.object({ id: z.uuid(), page: z.coerce.number().int().min(1).max(20) }),
  response: fileOf('image/jpeg').unrecorded('Blank forms are published'),
  errors: ['not-found'],
})

export const TriedForm = z.object({
  isRecognized: z.boolean().describe('A page of the file was taken for this blank'),
  fields: z.array(
    z.object({
      page: z.int(),
      name: FieldName,
      value: z.string(),
      isSure: z.boolean().describe('Read with certainty; everything else should be checked'),
    }),
  ),
})
export type TriedForm = z.infer<typeof TriedForm>

export const tryLearnedForm = defineRoute({
  method: 'POST',
  path: '/api/admin/learned-forms/:id/try',
  summary: 'Read a filled form with a learned blank that is in use. The file is not stored.',
  tag,
  access: only('admin'),
  params,
  upload: true,
  response: TriedForm,
  errors: ['not-found', 'unavailable'],
})

export const exportLearnedForm = defineRoute({
  method: 'GET',
  path: '/api/admin/learned-forms/:id/edition',
  summary: 'Get what was learned from a blank, as the release keeps it',
  tag,
  access: only('admin'),
  params,
  response: Edition,
  errors: ['not-found'],
})
