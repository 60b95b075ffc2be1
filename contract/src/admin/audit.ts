import { z } from 'zod'
import { only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { Role } from '../people.ts'
import { defineRoute, fileOf } from '../route.ts'
import { OneLine, SearchText } from '../text.ts'
import { TimeZone } from '../time-zone.ts'

/**
 * The closed lists of audited actions and targets with their labels. Features add their own; none is ever
 * renamed or removed, because stored rows refer to it.
 */
export const auditWords = {
  'access.attempt': 'Tried something without permission',
  'account.create': 'Created an account',
  'account.delete': 'Deleted an account',
  'account.erase': 'Erased a person’s data',
  'account.unlock': 'Unlocked an account',
  'account.update': 'Changed an account',
  'administrator.create': 'Created the first administrator',
  'api-access.approve': 'Approved API access',
  'api-access.decline': 'Declined API access',
  'api-access.request': 'Requested API access',
  'api-access.withdraw': 'Withdrew API access',
  'api-key.create': 'Created an API key',
  'api-key.revoke': 'Revoked an API key',
  'api-key.use': 'Called with an API key',
  'application.create': 'Applied for a position',
  'application.download': 'Downloaded a résumé',
  'application.expire': 'Deleted an old job application',
  'application.remove': 'Deleted a job application',
  'application.update': 'Changed the status of a job application',
  'assistant.call': 'Called a tool as an assistant',
  'audit-log.anchor': 'Accepted the current end of the audit log',
  'audit-log.export': 'Exported the audit log',
  'audit-log.verify': 'Verified the audit log',
  'auditor.download': 'Downloaded an audit binder as an invited auditor',
  'auditor.invite': 'Invited an auditor',
  'auditor.look': 'Looked at an audit binder as an invited auditor',
  'auditor.open': 'Confirmed an auditor’s email address',
  'auditor.open-certificate': 'Opened a certificate as an invited auditor',
  'auditor.revoke': 'Revoked an auditor’s access',
  'auditor.send-code': 'Requested a code to open an audit binder',
  'backup-codes.replace': 'Replaced the backup codes',
  'archive.answer': 'Answered a question about an added certificate',
  'archive.create': 'Started adding certificates',
  'archive.remove': 'Deleted a certificate that the business had added',
  'archive.status': 'Paused, resumed or canceled adding certificates',
  'backup.download': 'Downloaded a backup',
  'backup.remove': 'Deleted the oldest backup',
  'backup.start': 'Started a backup',
  'backup.test': 'Tested a backup',
  'binder.ask': 'Asked for certificates that an audit binder lacks',
  'binder.create': 'Started an audit binder',
  'binder.download': 'Downloaded an audit binder',
  'binder.export': 'Downloaded the sales that an audit binder lacks certificates for',
  'binder.expire': 'Deleted an old audit binder',
  'binder.make': 'Requested the file of an audit binder',
  'binder.prepare': 'Made the file of an audit binder',
  'binder.remove': 'Deleted an audit binder',
  'business-evidence.create': 'Added evidence about a business',
  'business-evidence.download': 'Downloaded evidence about a business',
  'business-evidence.remove': 'Deleted evidence about a business',
  'business-mails.update': 'Changed business email preferences',
  'business.create': 'Created a business',
  'business.remove': 'Deleted a business',
  'business.update': 'Changed a business',
  'contact.create': 'Messaged support',
  'campaign.close': 'Closed a list of certificate requests',
  'campaign.create': 'Uploaded a list of customers to ask',
  'campaign.export': 'Downloaded customers of a list of certificate requests',
  'campaign.remind': 'Reminded customers of certificate requests',
  'campaign.test': 'Sent themselves the email of a list of certificate requests',
  'campaign.start': 'Sent a list of certificate requests',
  'chat.answer': 'Answered a chat',
  'chat.assign': 'Assigned or unassigned a chat',
  'chat.close': 'Closed a chat',
  'chat.join': 'Linked a guest chat to an account',
  'chat.note': 'Added a note to a chat',
  'chat.reopen': 'Reopened a chat',
  'chat.return': 'Returned to a chat from an email',
  'chat.start': 'Started a chat',
  'chat.transcript': 'Emailed a transcript',
  'coverage-acceptance.create': 'Settled what was open about a certificate',
  'coverage-acceptance.end': 'Ended what was settled about a certificate',
  'coverage.export': 'Downloaded the coverage list',
  'coverage-check.create': 'Saved a coverage receipt',
  'coverage-check.refund': 'Saved a refund',
  'customer-import.create': 'Uploaded a list of customers',
  'customer-import.delete': 'Deleted an uploaded list of customers',
  'customer-import.export': 'Downloaded the lines to correct of a list of customers',
  'customer-import.finish': 'Imported a list of customers',
  'customer-import.map': 'Chose the columns of a list of customers',
  'customer-import.start': 'Started importing a list of customers',
  'coverage-check.export': 'Downloaded the receipts',
  'customer.accept-suggestion': 'Merged a certificate into the suggested customer',
  'customer.create': 'Added a customer',
  'customer.decline-suggestion': 'Declined a suggested customer',
  'customer.export': 'Downloaded all customers',
  'customer.import': 'Added or changed a customer with a list',
  'customer.merge': 'Merged two customers',
  'customer.move-certificates': 'Moved certificates to another customer',
  'customer.remove': 'Deleted a customer',
  'customer.set-active': 'Set a customer active again',
  'customer.set-inactive': 'Set a customer inactive',
  'customer.tag': 'Changed the tags of customers',
  'customer.undo-merge': 'Took two merged customers apart',
  'customer.update': 'Changed a customer',
  'data-export.download': 'Downloaded their data',
  'data-export.prepare': 'Prepared a copy of their data',
  'data-export.request': 'Requested a copy of their data',
  'document.access-export': 'Exported who opened a document',
  'document.black-out': 'Blacked out more of a document',
  'document.check': 'Checked a document before sharing it',
  'document.download': 'Downloaded a document',
  'document.expire': 'Deleted a document when its retention period expired',
  'document.process': 'Processed a document',
  'document.remove': 'Deleted a document',
  'document.rename': 'Renamed a document',
  'document.retry': 'Retried processing a document',
  'exemption.confirm': 'Confirmed what a certificate says',
  'exemption.fill': 'Filled in and signed a certificate',
  'exemption.renew': 'Renewed a certificate',
  'exemption.sign': 'Made and signed a certificate',
  'exemption.withdraw': 'Undid the confirmation of a certificate',
  'document.upload': 'Uploaded a document',
  'document.view': 'Opened a document',
  'email.change': 'Changed an email address',
  'email.change-request': 'Requested an email address change',
  'email.verification-request': 'Requested a link to confirm an email address',
  'email.verify': 'Confirmed an email address',
  'received-email.accept': 'Added the attachments of an email from a customer',
  'received-email.discard': 'Discarded an email from a customer',
  'form.forget': 'Removed a learned form',
  'form.learn': 'Taught the reading a form',
  'form.remove': 'Removed a blank form',
  'form.upload': 'Added a blank form',
  'invitation.accept': 'Accepted an invitation',
  'invitation.create': 'Invited a team member',
  'invitation.revoke': 'Canceled an invitation',
  'ip-list.update': 'Changed the allowed networks',
  'job.drop': 'Discarded a failed job',
  'job.retry': 'Retried a failed job',
  'location.create': 'Added a location',
  'location.remove': 'Removed a location',
  'location.update': 'Changed a location',
  'mail-share.open': 'Opened documents shared by email',
  'mail-share.send-code': 'Requested a code to open shared documents',
  'mail.read': 'Read an email',
  'mail.reveal': 'Opened the links and codes in an email',
  'mail.resend': 'Resent a failed email',
  'member.create': 'Added a member to a business',
  'member.remove': 'Removed a team member',
  'member.update': 'Changed a team member',
  'notification-preferences.update': 'Changed notification preferences',
  'passkey.create': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
  'password.change': 'Changed a password',
  'password.give': 'Set a temporary password',
  'password.reset': 'Reset a password',
  'password.reset-request': 'Requested a password reset',
  'privacy-settings.update': 'Changed privacy settings',
  'profile.update': 'Changed a profile',
  'report-template.create': 'Saved a report template',
  'report-template.remove': 'Deleted a report template',
  'report-template.schedule': 'Changed a report’s email schedule',
  'report-template.update': 'Changed a report template',
  'report.download': 'Downloaded a report',
  'request.answer': 'Sent a certificate that was asked for',
  'request.close': 'Closed a certificate request',
  'request.confirm-address': 'Confirmed an email address for a certificate request',
  'request.create': 'Asked for a certificate',
  'request.remind': 'Reminded a customer of a certificate request',
  'request.resend': 'Emailed a certificate request again',
  'request.decline': 'Declined a certificate request',
  'request.send-code': 'Requested a code to send a certificate',
  'session.confirm': 'Confirmed with a password or code',
  'session.company-logout': 'Logged out by the company account',
  'session.revoke': 'Logged out a session',
  'session.second-factor': 'Verified a second factor',
  'session.sign-in': 'Logged in',
  'session.sign-out': 'Logged out',
  'single-sign-on.link': 'Linked an account to a company account',
  'single-sign-on.remove': 'Removed single sign-on',
  'single-sign-on.switch': 'Turned single sign-on or its requirement on or off',
  'single-sign-on.try': 'Tried single sign-on',
  'single-sign-on.update': 'Changed single sign-on',
  'rules.activate': 'Changed the rules that answer',
  'rules.remove': 'Removed a rules file',
  'rules.upload': 'Uploaded a rules file',
  'sales-list.ask': 'Asked customers of listed sales for certificates',
  'sales-list.create': 'Added a list of sales',
  'sales-list.expire': 'Deleted an old list of sales',
  'sales-list.rehearse': 'Rehearsed an audit',
  'sales-list.remove': 'Deleted a list of sales',
  'setting.update': 'Changed a setting',
  'share.assign': 'Assigned or unassigned a document',
  'share.correct': 'Replaced a rejected document',
  'share.create': 'Shared a document',
  'share.expire': 'Expired a share',
  'share.reject': 'Rejected a document',
  'share.reopen': 'Shared a document again',
  'share.reopen-review': 'Reopened a review',
  'share.return': 'Returned a document to pending',
  'share.revoke': 'Stopped sharing a document',
  'share.verify': 'Verified a document',
  'two-factor.disable': 'Turned two-factor authentication off',
  'two-factor.enable': 'Turned two-factor authentication on',
  'verification.create': 'Looked up a number',
  'verification.open-proof': 'Opened the screenshot of a number check',
  'webhook.create': 'Created a webhook',
  'webhook.disable': 'Turned a failing webhook off',
  'webhook.redeliver': 'Redelivered an event to a webhook',
  'webhook.remove': 'Removed a webhook',
  'webhook.rotate-secret': 'Created a new secret for a webhook',
  'webhook.test': 'Sent a test event to a webhook',
  'webhook.update': 'Changed a webhook',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof auditWords

/** Where the words for what was done would say more than happened. */
const refusedWords: Partial<Record<AuditAction, string>> = {
  'auditor.open': 'Refused an auditor’s code',
  'mail-share.open': 'Refused a code for documents shared by email',
  'request.confirm-address': 'Refused a code for a certificate request',
  'session.confirm': 'Wrong password or code entered to confirm',
  'session.second-factor': 'Wrong code at login',
  'session.sign-in': 'Login refused',
}

/** An action of another version is shown by its name. */
export const actionWords = (action: string, result: AuditResult = 'done'): string =>
  (result === 'refused' && refusedWords[action as AuditAction]) ||
  (auditWords[action as AuditAction] ?? action)
export const auditActions = Object.keys(auditWords) as [AuditAction, ...AuditAction[]]

export const auditTargetWords = {
  'archive-import': 'Import of certificates',
  'archive-file': 'Added certificate',
  backup: 'Backup',
  'api-key': 'API key',
  application: 'Job application',
  auditor: 'Auditor',
  binder: 'Audit binder',
  business: 'Business',
  campaign: 'List of certificate requests',
  chat: 'Chat',
  customer: 'Customer',
  'customer-import': 'List of customers',
  'data-export': 'Copy of personal data',
  document: 'Document',
  invitation: 'Invitation',
  job: 'Job',
  mail: 'Mail',
  'mail-share': 'Email share',
  passkey: 'Passkey',
  person: 'Person',
  'received-email': 'Email from a customer',
  'report-template': 'Report template',
  request: 'Certificate request',
  route: 'API call',
  'sales-list': 'List of sales',
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

/** One row, with the names of the people and things it refers to while they exist. */
export const AuditLogEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    id: z.uuid().nullable(),
    role: Role.nullable().describe('At the time of the action'),
    name: z
      .string()
      .nullable()
      .describe('Of the person or API key. Null for system actions and deleted accounts.'),
    email: z.string().nullable(),
  }),
  // A string instead of the closed list, so that rows written by a newer version can be shown too.
  action: z.string(),
  target: z
    .object({
      kind: z.string(),
      id: z.string(),
      name: z
        .string()
        .nullable()
        .describe('Of a person, business, document or auditor, as long as it exists'),
    })
    .nullable(),
  result: z.enum(auditResults),
  ip: z.string().nullable().describe('Null if unknown or erased'),
  requestId: z.uuid().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .describe('The values before and after a change, until the person or business is deleted'),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

const AuditFilter = z.object({
  search: SearchText.optional().describe(
    'What a person or business did, and what was done to them and their documents: part of the name of a person, ' +
      'business or document, part of an account’s email address, the whole address of an email recipient or auditor, or an ID',
  ),
  actorId: z.uuid().optional().describe('Actor: exactly this person'),
  actorKind: z.enum(auditActorKinds).optional(),
  action: z.enum(auditActions).optional(),
  targetKind: z.enum(auditTargetKinds).optional(),
  targetId: OneLine(64)
    .pipe(z.string().regex(/^[A-Za-z0-9._:/-]+$/, 'Please enter an object ID'))
    .optional(),
  result: z.enum(auditResults).optional(),
  from: z.iso.date('Please choose a day').optional().describe('First day'),
  to: z.iso.date('Please choose a day').optional().describe('Last day'),
  timeZone: TimeZone.default('UTC').describe('Whose days `from` and `to` are'),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const listAuditLog = defineRoute({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'List audit entries, newest first',
  tag,
  access: admin,
  query: PageQuery.extend(AuditFilter.shape),
  response: pageOf(AuditLogEntry).extend({
    isPartial: z
      .boolean()
      .describe('The search matches more than we look up at once, so entries may be missing: narrow it'),
  }),
})

export const downloadAuditLog = defineRoute({
  method: 'GET',
  path: '/api/admin/audit-log/csv',
  summary: 'Download every matching audit entry as CSV',
  tag,
  access: admin,
  query: AuditFilter,
  response: fileOf('text/csv; charset=utf-8').recordedAs('audit-log.export'),
})

export const verificationStates = ['waiting', 'running', 'intact', 'damaged', 'failed'] as const

/** One verification of the whole chain. */
export const AuditVerification = z.object({
  id: z.uuid(),
  state: z
    .enum(verificationStates)
    .describe('`failed`: the verification couldn’t finish, so it says nothing about the chain'),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  checked: z.int().min(0).describe('Sealed rows found intact'),
  unsealed: z.int().min(0).nullable().describe('Rows not sealed yet. Known once the verification finishes.'),
  head: z
    .object({ position: z.int(), hash: z.string() })
    .nullable()
    .describe('The newest intact seal. Keep a copy elsewhere to check later that nothing was cut off.'),
  firstBad: z.object({ entryId: z.uuid().nullable(), problem: z.string() }).nullable(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

const LatestVerification = z.object({ verification: AuditVerification.nullable() })

export const getAuditVerification = defineRoute({
  method: 'GET',
  path: '/api/admin/audit-log/verification',
  summary: 'Get the latest verification of the chain, finished or running',
  tag,
  access: admin,
  response: LatestVerification,
})

export const verifyAuditLog = defineRoute({
  method: 'POST',
  path: '/api/admin/audit-log/verification',
  summary: 'Start verifying the chain in the background, one run at a time',
  tag,
  access: admin,
  status: 202,
  response: LatestVerification,
})
