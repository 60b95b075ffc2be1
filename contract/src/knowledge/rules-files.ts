/** Rules that an administrator loads without a new release. */
import { z } from 'zod'
import { only } from '../access.ts'
import { defineRoute } from '../route.ts'
import { Verdict } from '../verdict.ts'

const tag = 'Rules'
const access = only('admin')

export const rulesFileField = 'rules'
export const rulesFileLimits = { maxBytes: 8_000_000, files: 20 } as const

export const RulesPreview = z.object({
  against: z.string().describe('The version that answered when it was counted'),
  certificates: z.int().describe('Certificates and states whose answer changes'),
  customers: z.int(),
  businesses: z.int(),
  changes: z.array(z.object({ from: Verdict, to: Verdict, count: z.int() })),
})
export type RulesPreview = z.infer<typeof RulesPreview>

export const RulesFileSummary = z.object({
  id: z.uuid(),
  version: z.string(),
  title: z.string(),
  publisher: z.string(),
  publishedOn: z.iso.date(),
  signedBy: z.string().describe('The operator’s name for the key'),
  uploadedBy: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
  activatedAt: z.iso.datetime().nullable(),
  isActive: z.boolean(),
  preview: RulesPreview.nullable().describe('Null while it’s being counted'),
})
export type RulesFileSummary = z.infer<typeof RulesFileSummary>

export const listRulesFiles = defineRoute({
  method: 'GET',
  path: '/api/admin/rules/files',
  summary: 'List the rules files that were uploaded, newest first',
  tag,
  access,
  response: z.object({
    items: z.array(RulesFileSummary),
    version: z.string().describe('The version that answers now'),
    releaseVersion: z.string(),
    keys: z.array(z.string()).describe('The keys that may sign rules, by the operator’s names'),
  }),
})

export const getRulesFile = defineRoute({
  method: 'GET',
  path: '/api/admin/rules/files/:id',
  summary: 'Get which rules a file changes, compared with those that answer now',
  tag,
  access,
  params: z.object({ id: z.uuid() }),
  response: RulesFileSummary.extend({
    changes: z.array(
      z.object({
        id: z.string(),
        before: z.string().nullable().describe('Null for a rule that is new'),
        after: z.string().nullable().describe('Null for a rule that is gone'),
      }),
    ),
  }),
  errors: ['not-found', 'conflict'],
})

export const uploadRulesFile = defineRoute({
  method: 'POST',
  path: '/api/admin/rules/files',
  summary: 'Upload a signed rules file. It changes nothing until it’s activated.',
  tag,
  access,
  upload: true,
  response: RulesFileSummary,
  status: 201,
  errors: ['conflict'],
})

export const activateRules = defineRoute({
  method: 'PUT',
  path: '/api/admin/rules/active',
  summary: 'Answer with the rules of a file from now on, or again with those of the release',
  tag,
  access,
  body: z.strictObject({
    id: z.uuid().nullable().describe('Null for the rules of the release'),
    seen: z.string().max(16).describe('The version that answered when you looked'),
  }),
  response: z.object({ version: z.string() }),
  errors: ['not-found', 'conflict'],
})

export const removeRulesFile = defineRoute({
  method: 'DELETE',
  path: '/api/admin/rules/files/:id',
  summary: 'Remove a rules file that isn’t active. Receipts keep the rules they were answered with.',
  tag,
  access,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-found', 'conflict'],
})
