import type { AuditAction } from '@exempta/contract/admin/audit'
import type { DocumentActivity } from '@exempta/contract/documents/activity'

const words: Partial<Record<AuditAction, string>> = {
  'document.black-out': 'blacked out more',
  'document.check': 'checked it before sharing',
  'document.download': 'downloaded it',
  'document.process': 'hid what must stay private',
  'document.retry': 'asked for another try',
  'document.upload': 'uploaded it',
  'document.view': 'viewed it',
  'share.create': 'shared it with {receiver}',
  'share.expire': 'ended the link of {receiver}: its time was over',
  'share.reject': 'rejected it',
  'share.reopen': 'shared it with {receiver} again',
  'share.reopen-review': 'opened the review again',
  'share.return': 'gave it back to {receiver} for review',
  'share.revoke': 'stopped sharing it with {receiver}',
  'share.verify': 'verified it',
}
const failedWords: Partial<Record<AuditAction, string>> = {
  'document.process': 'could not process it',
}

/** `You viewed it`, `Lakeside Supply downloaded it`; an action without its own wording is shown by its name. */
export function activityWords({ action, result, by, name, receiver: recipient }: DocumentActivity): string {
  const who = by === 'you' ? 'You' : by === 'exempta' ? 'Exempta' : (name ?? 'Somebody')
  const done = words[action]?.replace('{receiver}', recipient ?? 'somebody')
  if (!done) return `${who}: ${action.replaceAll(/[.-]/g, ' ')}`
  return `${who} ${result === 'done' ? done : (failedWords[action] ?? `${done} (${result})`)}`
}
