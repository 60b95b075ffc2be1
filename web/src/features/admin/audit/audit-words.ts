import {
  type AuditLogEntry,
  type AuditTargetKind,
  type AuditVerification,
  auditTargetWords,
} from '@exempta/contract/admin/audit'
import { type ErrorCode, errorTable } from '@exempta/contract/errors'

export const targetKindWords = (kind: string): string => auditTargetWords[kind as AuditTargetKind] ?? kind

export function actorWords({ kind, name }: AuditLogEntry['actor']): string {
  if (kind === 'system') return 'Exempta'
  if (kind === 'anonymous') return name ?? 'Someone not logged in'
  if (kind === 'key') return name ? `${name} (API key)` : 'Deleted API key'
  return name ?? 'Deleted account'
}

/** How often it happened, where one row stands for several calls. */
export function timesWords({
  details,
  result,
}: Pick<AuditLogEntry, 'details' | 'result'>): string | undefined {
  const { count } = details
  return result === 'refused' && typeof count === 'number' && count > 1 ? `${count} times` : undefined
}

/** A detail of an entry. The reason of a refused call is shown in the words the caller got. */
export function detailWords(
  name: string,
  value: string | number | boolean,
): { label: string; value: string } {
  if (name === 'count') return { label: 'Times', value: String(value) }
  if (name !== 'code') return { label: name, value: String(value) }
  if (value === 'several') return { label: 'Reason', value: 'Several (too many to list)' }
  return { label: 'Reason', value: errorTable[value as ErrorCode]?.text ?? String(value) }
}

/** The end of an id, because ids made at about the same time begin alike. Settings and other words are shown in full. */
export const shortId = (id: string): string => (/^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-8)}` : id)

/** A field of a change in words: `taxId` and `tax-id` become “Tax id”. */
export function fieldWords(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

/** What a verification found, in a sentence or two. */
export function verificationWords({ state, checked, unsealed, firstBad }: AuditVerification): string {
  if (state === 'waiting') return 'Waiting to start.'
  if (state === 'running') return `${rows(checked)} checked so far.`
  if (state === 'failed') return 'The check couldn’t finish. Try again, and see the Health page.'
  if (firstBad) {
    const where = firstBad.entryId ? ` First bad entry: ${firstBad.entryId}.` : ''
    return `${rows(checked)} intact, then: ${firstBad.problem}.${where}`
  }
  const waiting = unsealed
    ? ` ${rows(unsealed)} ${unsealed === 1 ? 'is waiting for its' : 'are waiting for their'} seal, which comes every minute.`
    : ''
  return `${rows(checked)} intact.${waiting}`
}
