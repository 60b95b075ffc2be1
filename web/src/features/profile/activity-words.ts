import type { AuditAction, AuditResult } from '@exempta/contract/audit'

const words: Partial<Record<AuditAction, string>> = {
  'account.create': 'Account created',
  'administrator.create': 'Account created as administrator',
  'backup-codes.replace': 'New backup codes made',
  'business.create': 'Business registered',
  'notification-preferences.update': 'Mail preferences changed',
  'passkey.create': 'Passkey added',
  'passkey.remove': 'Passkey removed',
  'session.revoke': 'Another session signed out',
  'session.second-factor': 'Second step of signing in',
  'session.sign-in': 'Signed in',
  'session.sign-out': 'Signed out',
  'setting.update': 'Setting changed',
  'two-factor.disable': 'Two-factor authentication disabled',
  'two-factor.enable': 'Two-factor authentication enabled',
}

const refusedWords: Partial<Record<AuditAction, string>> = {
  'session.second-factor': 'Wrong code at sign-in',
  'session.sign-in': 'A sign-in was refused',
}

/** One line of the activity list; an action without words of its own is told by its name. */
export function activityWords(action: AuditAction, result: AuditResult): string {
  const done = words[action] ?? spellOut(action)
  if (result === 'done') return done
  return refusedWords[action] ?? `${done} (${result})`
}

/** `api-key.create` becomes `Api key: create`. */
function spellOut(action: string): string {
  const text = action.replaceAll('-', ' ').replace('.', ': ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
