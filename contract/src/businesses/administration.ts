import { z } from 'zod'
import { only } from '../access.ts'
import { accountLimits } from '../accounts/limits.ts'
import { BusinessStatus, MemberRole, MemberStatus } from '../businesses.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { EmailAddress, PersonName, UserStatus } from '../people.ts'
import { defineRoute, fileOf } from '../route.ts'
import { ManyLines, OneLine, SearchText } from '../text.ts'
import { Version } from '../whole-numbers.ts'
import { businessLimits, businessTypes } from './limits.ts'
import { BusinessProfileChange } from './profile.ts'

const tag = 'Businesses'
const admin = only('admin')

const BusinessType = z.enum(businessTypes)

export const Business = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  taxId: z.string().nullable(),
  type: BusinessType.nullable(),
  status: BusinessStatus,
  isVerified: z.boolean(),
  userCount: z.int(),
  documentsReceived: z.int(),
  registeredAt: z.iso.datetime(),
  version: z
    .int()
    .describe('Send it with a change. The change is refused if someone else changed this first.'),
})
export type Business = z.infer<typeof Business>

export const businessSorts = ['name', 'users', 'documents', 'date'] as const
export const verifications = ['verified', 'unverified'] as const

export const listBusinesses = defineRoute({
  method: 'GET',
  path: '/api/admin/businesses',
  summary: 'List every registered business',
  tag,
  access: admin,
  query: PageQuery.extend({
    search: SearchText.optional().describe('Part of a name, email address or tax ID'),
    status: BusinessStatus.optional(),
    type: BusinessType.optional(),
    verification: z.enum(verifications).optional(),
    sort: z.enum(businessSorts).default('date'),
    direction: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: pageOf(Business),
})

export const listBusinessTypes = defineRoute({
  method: 'GET',
  path: '/api/admin/businesses/types',
  summary: 'The business types in use',
  tag,
  access: admin,
  response: z.object({ types: z.array(BusinessType) }),
})

export const NewBusiness = BusinessProfileChange.omit({ version: true }).extend({
  status: BusinessStatus.default('active'),
})
export type NewBusiness = z.output<typeof NewBusiness>

export const createBusiness = defineRoute({
  method: 'POST',
  path: '/api/admin/businesses',
  summary: 'Add a business. Its team members are added separately.',
  tag,
  access: admin,
  body: NewBusiness,
  freeText: ['name', 'phone', 'address', 'tradeNames'],
  response: Business,
  status: 201,
})

const params = z.object({ id: z.uuid() })

export const getBusiness = defineRoute({
  method: 'GET',
  path: '/api/admin/businesses/:id',
  summary: 'Get a business',
  tag,
  access: admin,
  params,
  response: Business,
  errors: ['not-found'],
})

export const updateBusiness = defineRoute({
  method: 'PUT',
  path: '/api/admin/businesses/:id',
  summary: 'Edit a business',
  tag,
  access: admin,
  params,
  body: BusinessProfileChange,
  freeText: ['name', 'phone', 'address', 'tradeNames'],
  response: Business,
  errors: ['not-found', 'conflict'],
})

/** Saved immediately with one click. */
export const BusinessStatusChange = z.union([
  z.strictObject({ version: Version, status: BusinessStatus }),
  z.strictObject({ version: Version, isVerified: z.boolean() }),
])
export type BusinessStatusChange = z.output<typeof BusinessStatusChange>

export const changeBusinessStatus = defineRoute({
  method: 'PATCH',
  path: '/api/admin/businesses/:id',
  summary: 'Change a business’s status or verification',
  tag,
  access: admin,
  params,
  body: BusinessStatusChange,
  response: Business,
  errors: ['not-found', 'conflict'],
})

/** Closes its people's accounts, revokes what was shared with it and notifies the owners. */
export const removeBusiness = defineRoute({
  method: 'DELETE',
  path: '/api/admin/businesses/:id',
  summary: 'Delete a business. Its name must be typed to confirm.',
  tag,
  access: admin,
  params,
  body: z.strictObject({ name: OneLine(accountLimits.nameLength) }),
  freeText: ['name'],
  response: 'nothing',
  errors: ['not-found', 'conflict'],
})

export const BusinessMember = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  status: MemberStatus,
  accountStatus: UserStatus,
  addedAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime().nullable(),
  version: z.int(),
})
export type BusinessMember = z.infer<typeof BusinessMember>

export const listBusinessMembers = defineRoute({
  method: 'GET',
  path: '/api/admin/businesses/:id/members',
  summary: 'List a business’s team members, most recently added first',
  tag,
  access: admin,
  params,
  query: PageQuery,
  response: pageOf(BusinessMember),
  errors: ['not-found'],
})

/** Also creates the account and emails a link to choose a password. */
export const addBusinessMember = defineRoute({
  method: 'POST',
  path: '/api/admin/businesses/:id/members',
  summary: 'Add a team member to a business',
  tag,
  access: admin,
  params,
  body: z.strictObject({ name: PersonName, email: EmailAddress, role: MemberRole.default('viewer') }),
  freeText: ['name'],
  response: BusinessMember,
  status: 201,
  errors: ['not-found', 'conflict', 'cannot-be-invited'],
})

export const updateBusinessMember = defineRoute({
  method: 'PATCH',
  path: '/api/admin/businesses/:id/members/:memberId',
  summary: 'Change a team member’s role or status. The last manager must stay a manager.',
  tag,
  access: admin,
  params: params.extend({ memberId: z.uuid() }),
  body: z.union([
    z.strictObject({ version: Version, role: MemberRole }),
    z.strictObject({ version: Version, status: MemberStatus }),
  ]),
  response: BusinessMember,
  errors: ['not-found', 'conflict', 'last-of-its-kind'],
})

export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const

/** A note or a file that supports the verification of a business. Only administrators see it. */
export const BusinessEvidence = z.object({
  id: z.uuid(),
  note: z.string(),
  file: z.object({ name: z.string(), type: z.enum(evidenceTypes), sizeBytes: z.int() }).nullable(),
  addedBy: z.string().nullable().describe('Null if the administrator’s account was deleted'),
  addedAt: z.iso.datetime(),
})
export type BusinessEvidence = z.infer<typeof BusinessEvidence>

export const EvidenceForm = z.strictObject({
  note: ManyLines(businessLimits.evidenceNoteLength).default(''),
})
export const evidenceMissing = 'Please write a note or choose a file'

export const listBusinessEvidence = defineRoute({
  method: 'GET',
  path: '/api/admin/businesses/:id/evidence',
  summary: 'List the evidence for verifying a business, newest first',
  tag,
  access: admin,
  params,
  response: z.object({ items: z.array(BusinessEvidence) }),
  errors: ['not-found'],
})

/** A form with the fields `note` and `file`, one of which may be missing. */
export const addBusinessEvidence = defineRoute({
  method: 'POST',
  path: '/api/admin/businesses/:id/evidence',
  summary: 'Add a note or a file as evidence',
  tag,
  access: admin,
  params,
  upload: true,
  response: BusinessEvidence,
  status: 201,
  errors: ['not-found', 'conflict', 'too-large', 'unsupported-type', 'no-room'],
})

const evidenceParams = params.extend({ evidenceId: z.uuid() })

export const downloadBusinessEvidence = defineRoute({
  method: 'GET',
  path: '/api/admin/businesses/:id/evidence/:evidenceId/file',
  summary: 'Download a file of the evidence',
  tag,
  access: admin,
  params: evidenceParams,
  response: fileOf(...evidenceTypes).recordedAs('business-evidence.download'),
  errors: ['not-found'],
})

export const removeBusinessEvidence = defineRoute({
  method: 'DELETE',
  path: '/api/admin/businesses/:id/evidence/:evidenceId',
  summary: 'Delete a note or a file of the evidence',
  tag,
  access: admin,
  params: evidenceParams,
  response: 'nothing',
  errors: ['not-found'],
})
