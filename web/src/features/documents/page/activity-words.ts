import type { AuditAction } from '@exempta/contract/admin/audit'
import type { DocumentActivity } from '@exempta/contract/documents/activity'

const words: Partial<Record<AuditAction, string>> = {
  'document.black-out': 'blacked out more',
  'document.check': 'checked it before sharing',
  'document.download': 'downloaded it',
  'document.process': 'hid private details',
  'document.rename': 'renamed it',
  'document.retry': 'retried processing',
  'document.upload': 'uploaded it',
  'document.view': 'viewed it',
  'exemption.confirm': 'confirmed what it says',
  'exemption.fill': 'filled it in and signed it',
  'exemption.renew': 'renewed it',
  'exemption.withdraw': 'withdrew what was confirmed',
  'share.correct': 'sent it to {recipient} as a corrected version',
  'share.create': 'shared it with {recipient}',
  'share.expire': 'ended access for {recipient} because the link expired',
  'share.reject': 'rejected it',
  'share.reopen': 'shared it with {recipient} again',
  'share.reopen-review': 'reopened the review',
  'share.return': 'returned it to {recipient} for review',
  'share.revoke': 'stopped sharing it with {recipient}',
  'share.verify': 'verified it',
}
const failedWords: Partial<Record<AuditAction, string>> = {
  'document.process': 'couldn’t process it',
}

/** `You viewed it`, `Lakeside Supply downloaded it`; an action without its own wording is shown by its name. */
export function activityWords({ action, result, by, name, receiver: recipient }: DocumentActivity): string {
  const who = by === 'you' ? 'You' : by === 'exempta' ? 'Exempta' : (name ?? 'Someone')
  const done = words[action]?.replace('{recipient}', recipient ?? 'someone')
  if (!done) return `${who}: ${action.replaceAll(/[.-]/g, ' ')}`
  return `${who} ${result === 'done' ? done : (failedWords[action] ?? `${done} (${result})`)}`
}
