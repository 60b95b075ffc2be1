/**
 * The closed lists of the audit log: what can be done, and to what. A feature adds its own words here;
 * none is ever renamed or removed, since rows that hold it are kept.
 */
export const auditActions = [
  'account.create',
  'account.delete',
  'account.erase',
  'administrator.create',
  'backup-codes.replace',
  'business.create',
  'data-export.download',
  'data-export.prepare',
  'data-export.request',
  'document.black-out',
  'document.download',
  'document.expire',
  'document.process',
  'document.remove',
  'document.retry',
  'document.upload',
  'document.view',
  'email.change',
  'email.change-request',
  'email.verification-request',
  'email.verify',
  'invitation.accept',
  'invitation.create',
  'invitation.revoke',
  'ip-list.update',
  'mail-share.open',
  'mail-share.send-code',
  'notification-preferences.update',
  'passkey.create',
  'passkey.remove',
  'password.change',
  'password.give',
  'password.reset',
  'password.reset-request',
  'privacy-settings.update',
  'profile.update',
  'session.revoke',
  'session.second-factor',
  'session.sign-in',
  'session.sign-out',
  'setting.update',
  'share.create',
  'share.expire',
  'share.reject',
  'share.reopen',
  'share.reopen-review',
  'share.return',
  'share.revoke',
  'share.verify',
  'two-factor.disable',
  'two-factor.enable',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditTargetKinds = [
  'business',
  'data-export',
  'document',
  'invitation',
  'mail-share',
  'passkey',
  'person',
  'session',
  'setting',
] as const
export type AuditTargetKind = (typeof auditTargetKinds)[number]

export const auditResults = ['done', 'refused', 'failed'] as const
export type AuditResult = (typeof auditResults)[number]
