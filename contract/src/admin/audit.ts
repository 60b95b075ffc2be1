import { z } from 'zod'
import { only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { Role } from '../people.ts'
import { defineRoute, fileOf } from '../route.ts'
import { OneLine, SearchText } from '../text.ts'

/**
 * The closed lists of the audit log: what can be done, and to what, each with its words. A feature adds its own
 * here; none is ever renamed or removed, since rows that hold it are kept.
 */
export const auditWords = {
  'access.attempt': 'Tried something without permission',
  'account.create': 'Created an account',
  'account.delete': 'Deleted an account',
  'account.erase': 'Erased what was held about a person',
  'account.update': 'Changed an account',
  'administrator.create': 'Made the first administrator',
  'api-access.approve': 'Approved API access',
  'api-access.decline': 'Declined API access',
  'api-access.request': 'Requested API access',
  'api-access.withdraw': 'Withdrew API access',
  'api-key.create': 'Made an API key',
  'api-key.revoke': 'Revoked an API key',
  'api-key.use': 'Called with an API key',
  'application.create': 'Applied for a position',
  'application.download': 'Downloaded a résumé',
  'application.expire': 'Deleted a job application after its time',
  'application.remove': 'Deleted a job application',
  'application.update': 'Changed the state of a job application',
  'audit-log.anchor': 'Accepted where the audit log ends',
  'audit-log.export': 'Exported the audit log',
  'audit-log.verify': 'Verified the audit log',
  'backup-codes.replace': 'Replaced the backup codes',
  'business-mails.update': 'Changed what a business mails',
  'business.create': 'Created a business',
  'business.remove': 'Deleted a business',
  'business.update': 'Changed a business',
  'contact.create': 'Wrote to support',
  'chat.answer': 'Answered a chat',
  'chat.assign': 'Took a chat, or left it to others',
  'chat.close': 'Closed a chat',
  'chat.join': 'Kept a chat begun as a guest',
  'chat.note': 'Left a note on a chat',
  'chat.reopen': 'Reopened a chat',
  'chat.return': 'Came back to a chat by mail',
  'chat.start': 'Started a chat',
  'chat.transcript': 'Mailed a transcript',
  'data-export.download': 'Downloaded all own data',
  'data-export.prepare': 'Prepared a copy of all own data',
  'data-export.request': 'Asked for all own data',
  'document.black-out': 'Blacked out more of a document',
  'document.download': 'Downloaded a document',
  'document.expire': 'Deleted a document after its time',
  'document.process': 'Processed a document',
  'document.remove': 'Deleted a document',
  'document.retry': 'Tried to process a document again',
  'document.upload': 'Uploaded a document',
  'document.view': 'Opened a document',
  'email.change': 'Changed an email address',
  'email.change-request': 'Asked to change an email address',
  'email.verification-request': 'Asked to confirm an email address',
  'email.verify': 'Confirmed an email address',
  'invitation.accept': 'Accepted an invitation',
  'invitation.create': 'Invited somebody',
  'invitation.revoke': 'Took back an invitation',
  'ip-list.update': 'Changed the allowed networks',
  'job.drop': 'Dropped a failed job',
  'job.retry': 'Tried a failed job again',
  'mail-share.open': 'Opened a share sent by mail',
  'mail-share.send-code': 'Asked for the code of a share',
  'mail.read': 'Read the text of a mail',
  'mail.reveal': 'Opened the links and codes in an email',
  'mail.resend': 'Sent a failed mail again',
  'member.create': 'Added a member to a business',
  'member.remove': 'Removed a team member',
  'member.update': 'Changed a team member',
  'notification-preferences.update': 'Changed notification preferences',
  'passkey.create': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
  'password.change': 'Changed a password',
  'password.give': 'Gave a temporary password',
  'password.reset': 'Reset a password',
  'password.reset-request': 'Asked to reset a password',
  'privacy-settings.update': 'Changed privacy settings',
  'profile.update': 'Changed a profile',
  'report-template.create': 'Saved a report template',
  'report-template.remove': 'Deleted a report template',
  'report-template.schedule': 'Changed how often a report is mailed',
  'report-template.update': 'Changed a report template',
  'report.download': 'Downloaded a report',
  'session.confirm': 'Entered a password or code to confirm',
  'session.revoke': 'Ended a session',
  'session.second-factor': 'Proved a second factor',
  'session.sign-in': 'Signed in',
  'session.sign-out': 'Signed out',
  'setting.update': 'Changed a setting',
  'share.create': 'Shared a document',
  'share.expire': 'Ended a share after its time',
  'share.reject': 'Rejected a document',
  'share.reopen': 'Shared a document again',
  'share.reopen-review': 'Took back a review',
  'share.return': 'Returned a document to pending',
  'share.revoke': 'Stopped sharing a document',
  'share.verify': 'Verified a document',
  'two-factor.disable': 'Turned two-factor authentication off',
  'two-factor.enable': 'Turned two-factor authentication on',
  'webhook.create': 'Made a webhook',
  'webhook.disable': 'Turned a failing webhook off',
  'webhook.redeliver': 'Sent an event to a webhook again',
  'webhook.remove': 'Removed a webhook',
  'webhook.rotate-secret': 'Made a new secret for a webhook',
  'webhook.update': 'Changed a webhook',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof auditWords
export const auditActions = Object.keys(auditWords) as [AuditAction, ...AuditAction[]]

export const auditTargetWords = {
  'api-key': 'API key',
  application: 'Job application',
  business: 'Business',
  chat: 'Chat',
  'data-export': 'Copy of own data',
  document: 'Document',
  invitation: 'Invitation',
  job: 'Job',
  mail: 'Mail',
  'mail-share': 'Share by mail',
  passkey: 'Passkey',
  person: 'Person',
  'report-template': 'Report template',
  route: 'API call',
  session: 'Session',
  setting: 'Setting',
  webhook: 'Webhook',
} as const satisfies Record<string, string>
export type AuditTargetKind = keyof typeof auditTargetWords
export const auditTargetKinds = Object.keys(auditTargetWords) as [AuditTargetKind, ...AuditTargetKind[]]

export const auditResults = ['done', 'refused', 'failed'] as const
export type AuditResult = (typeof auditResults)[number]

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
