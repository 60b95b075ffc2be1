/** Auditors: invited to one binder by email, they look at it without an account until their access ends. */
import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { BinderCounts, BinderSale } from '../binders.ts'
import { TwoFactorCode } from '../codes.ts'
import { documentLimits } from '../documents/limits.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { EmailAddress } from '../people.ts'
import { defineRoute, fileOf } from '../route.ts'

export const auditorLimits = {
  days: 30,
  maxDays: 90,
  perBinder: 20,
  /** How long an ended access is listed. */
  endedKeptDays: 30,
} as const

const manage = { tag: 'Audit binders', access: only('business'), params: z.object({ id: z.uuid() }) } as const

export const auditorStatuses = ['invited', 'bounced', 'seen', 'expired', 'revoked'] as const
export type AuditorStatus = (typeof auditorStatuses)[number]

export const Auditor = z.object({
  id: z.uuid(),
  email: z.string(),
  status: z
    .enum(auditorStatuses)
    .describe('`bounced` means that the invitation couldn’t be delivered; `seen` that the binder was opened'),
  invitedBy: z.string().nullable(),
  invitedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().describe('When access ends by itself'),
  revokedAt: z.iso.datetime().nullable(),
})
export type Auditor = z.infer<typeof Auditor>

export const NewAuditor = z.strictObject({
  email: EmailAddress,
  endsOn: z.iso
    .date('Please enter a real date')
    .describe(`The last day of access, at most ${auditorLimits.maxDays} days from now`),
})
export type NewAuditor = z.infer<typeof NewAuditor>

export const listAuditors = defineRoute({
  ...manage,
  method: 'GET',
  path: '/api/binders/:id/auditors',
  summary: 'List the auditors who were invited to a binder, newest first (managers)',
  response: z.object({ items: z.array(Auditor) }),
  errors: ['not-allowed', 'not-found'],
})

export const inviteAuditor = defineRoute({
  ...manage,
  method: 'POST',
  path: '/api/binders/:id/auditors',
  summary: 'Invite an auditor to a finished binder, by email (managers)',
  body: NewAuditor,
  response: Auditor,
  status: 201,
  errors: ['not-allowed', 'not-found', 'conflict', 'business-not-active'],
})

export const revokeAuditor = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/api/binders/:id/auditors/:grantId',
  summary: 'Revoke an auditor’s access at once (managers)',
  params: manage.params.extend({ grantId: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

const tag = 'Auditor access'
const body = z.strictObject({ token: z.string().max(documentLimits.viewTokenLength) })

export const lookUpAudit = defineRoute({
  method: 'POST',
  path: '/api/audit/look',
  summary: 'Get what an auditor’s link may show before the email address is confirmed',
  tag,
  access: anyone,
  throttle: 'guess',
  body,
  response: z.object({
    id: z.uuid(),
    business: z.string().describe('The business that made the binder'),
    email: z.string().describe('Where the code will be sent, partly hidden'),
  }),
  errors: ['gone'],
})

export const sendAuditCode = defineRoute({
  method: 'POST',
  path: '/api/audit/codes',
  summary: 'Send a code to the auditor’s address. Earlier codes stop working.',
  tag,
  access: anyone,
  throttle: 'guess',
  body,
  response: z.object({ canResendAt: z.iso.datetime() }),
  status: 202,
  errors: ['gone', 'too-many-requests'],
})

/** Sets a cookie that opens only this binder, for an hour. */
export const openAudit = defineRoute({
  method: 'POST',
  path: '/api/audit/viewers',
  summary: 'Confirm the auditor’s email address with the code',
  tag,
  access: anyone,
  throttle: 'guess',
  body: body.extend({ code: TwoFactorCode }),
  response: 'nothing',
  errors: ['gone', 'wrong-code', 'too-many-requests'],
})

const grant = z.object({ grant: z.uuid() })
/** For an auditor who has confirmed the address in this browser. */
const viewer = { tag, access: anyone, params: grant } as const
const viewerErrors = ['code-needed', 'gone'] as const

export const AuditView = z.object({
  business: z.string(),
  email: z.string().describe('The confirmed address'),
  expiresAt: z.iso.datetime().describe('When access ends'),
  state: z.string().describe('Changes whenever anything here changes'),
  binder: z
    .object({
      state: StateCode,
      from: z.iso.date(),
      to: z.iso.date(),
      hasList: z.boolean().describe('Whether it is about the auditor’s own list of invoices'),
      counts: BinderCounts.omit({ canAsk: true }),
      madeAt: z.iso.datetime(),
      sizeBytes: z.int(),
    })
    .nullable()
    .describe('Null while the business makes the file again'),
})
export type AuditView = z.infer<typeof AuditView>

export const getAudit = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/audit/:grant',
  summary: 'Get what the binder is about. Each call is recorded as a look.',
  response: AuditView,
  errors: viewerErrors,
})

/** A long poll, so that a revoked binder disappears at once. */
export const awaitAuditChange = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/audit/:grant/changes',
  summary: 'Wait up to 30 seconds for a change of the binder or of the access',
  query: z.object({ state: z.string().max(64) }),
  response: z.object({ isChanged: z.boolean() }),
  errors: viewerErrors,
})

export const AuditSale = BinderSale.extend({
  certificateId: z.uuid().nullable().describe('Opens the certificate; null where it can’t be opened'),
})
export type AuditSale = z.infer<typeof AuditSale>

export const listAuditSales = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/audit/:grant/sales',
  summary: 'List the sales of the binder, each with what was decided about it and why',
  query: PageQuery,
  response: pageOf(AuditSale),
  errors: viewerErrors,
})

export const AuditCertificate = z.object({
  id: z.uuid(),
  customer: z.string().nullable(),
  expiresOn: z.iso.date().nullable(),
})
export type AuditCertificate = z.infer<typeof AuditCertificate>

export const listAuditCertificates = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/audit/:grant/certificates',
  summary: 'List the certificates of the binder by customer',
  query: PageQuery,
  response: pageOf(AuditCertificate),
  errors: viewerErrors,
})

export const openAuditCertificate = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/audit/:grant/certificates/:id',
  summary: 'Open a redacted certificate. Each opening is recorded.',
  params: grant.extend({ id: z.uuid() }),
  response: fileOf('application/pdf', 'image/jpeg', 'image/png').recordedAs('auditor.open-certificate'),
  errors: [...viewerErrors, 'not-found'],
})

export const downloadAudit = defineRoute({
  ...viewer,
  method: 'GET',
  path: '/api/audit/:grant/file',
  summary: 'Download the binder as a ZIP file. Each download is recorded.',
  response: fileOf('application/zip').recordedAs('auditor.download'),
  errors: viewerErrors,
})

export const leaveAudit = defineRoute({
  ...viewer,
  method: 'DELETE',
  path: '/api/audit/:grant',
  summary: 'Forget the confirmed address in this browser',
  response: 'nothing',
})
