import type { AuditAction } from '@exempta/contract/audit'
import type { DocumentActivity } from '@exempta/contract/document-activity'

const words: Partial<Record<AuditAction, string>> = {
  'document.black-out': 'blacked out more',
  'document.download': 'downloaded it',
  'document.process': 'hid what must stay private',
  'document.retry': 'asked for another try',
  'document.upload': 'uploaded it',
  'document.view': 'viewed it',
}
const failedWords: Partial<Record<AuditAction, string>> = {
  'document.process': 'could not process it',
}

/** `You viewed it`, `Lakeside Supply downloaded it`; an action without words of its own is told by its name. */
export function activityWords({ action, result, by, name }: DocumentActivity): string {
  const who = by === 'you' ? 'You' : by === 'exempta' ? 'Exempta' : (name ?? 'Somebody')
  const done = words[action]
  if (!done) return `${who}: ${action.replaceAll(/[.-]/g, ' ')}`
  return `${who} ${result === 'done' ? done : (failedWords[action] ?? `${done} (${result})`)}`
}
