import { z } from 'zod'
import { only } from './access.ts'
import { auditActions, auditResults, auditTargetKinds } from './audit.ts'
import { PageQuery, pageOf } from './paging.ts'
import { Role } from './people.ts'
import { defineRoute, fileOf } from './route.ts'
import { OneLine, SearchText } from './text.ts'

const tag = 'Audit log'
const admin = only('admin')

export const auditActorKinds = ['person', 'key', 'system', 'anonymous'] as const

/** One row, with the names behind its ids while they exist. */
export const AuditLogEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    id: z.uuid().nullable(),
    role: Role.nullable().describe('At the time of the act'),
    name: z
      .string()
      .nullable()
      .describe('Of the person or the API key; null when nobody is behind it, or it is gone'),
    email: z.string().nullable(),
  }),
  // Words and not the closed list: a row of a newer version is shown as well.
  action: z.string(),
  target: z
    .object({
      kind: z.string(),
      id: z.string(),
      name: z.string().nullable().describe('Of a person or a business, while it exists'),
    })
    .nullable(),
  result: z.enum(auditResults),
  ip: z.string().nullable().describe('Null when it was never known, or has been erased'),
  requestId: z.uuid().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

const AuditFilter = z.object({
  search: SearchText.optional().describe('Who: part of the name or email of a person'),
  actorId: z.uuid().optional().describe('Who: exactly this person'),
  actorKind: z.enum(auditActorKinds).optional(),
  action: z.enum(auditActions).optional(),
  targetKind: z.enum(auditTargetKinds).optional(),
  targetId: OneLine(64)
    .pipe(z.string().regex(/^[A-Za-z0-9._:/-]+$/, 'Please enter the id of an object'))
    .optional(),
  result: z.enum(auditResults).optional(),
  from: z.iso.date('Please choose a day').optional().describe('First day, in UTC'),
  to: z.iso.date('Please choose a day').optional().describe('Last day, in UTC'),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const listAuditLog = defineRoute({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'Everything that was recorded, newest first',
  tag,
  access: admin,
  query: PageQuery.extend(AuditFilter.shape),
  response: pageOf(AuditLogEntry),
})

export const downloadAuditLog = defineRoute({
  method: 'GET',
  path: '/api/admin/audit-log/csv',
  summary: 'Every row of the filter, as a table for spreadsheets',
  tag,
  access: admin,
  query: AuditFilter,
  response: fileOf('text/csv; charset=utf-8'),
})

export const verificationStates = ['waiting', 'running', 'intact', 'damaged', 'failed'] as const

/** One walk along the whole chain. */
export const AuditVerification = z.object({
  id: z.uuid(),
  state: z
    .enum(verificationStates)
    .describe('`failed`: it could not be finished; nothing is said of the chain'),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  checked: z.int().min(0).describe('Sealed rows found in order'),
  unsealed: z.int().min(0).nullable().describe('Rows that wait for their seal; known at the end'),
  head: z
    .object({ position: z.int(), hash: z.string() })
    .nullable()
    .describe('The newest seal in order. Kept elsewhere, it shows later that nothing was cut off.'),
  firstBad: z.object({ entryId: z.uuid().nullable(), problem: z.string() }).nullable(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

const LatestVerification = z.object({ verification: AuditVerification.nullable() })

export const getAuditVerification = defineRoute({
  method: 'GET',
  path: '/api/admin/audit-log/verification',
  summary: 'The last verification of the chain, also while it runs',
  tag,
  access: admin,
  response: LatestVerification,
})

export const verifyAuditLog = defineRoute({
  method: 'POST',
  path: '/api/admin/audit-log/verification',
  summary: 'Verify the chain, in the background; one at a time',
  tag,
  access: admin,
  status: 202,
  response: LatestVerification,
})
