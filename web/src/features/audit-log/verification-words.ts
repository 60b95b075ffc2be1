import type { AuditVerification } from '@exempta/contract/audit-log'

const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

/** What a verification found, in a sentence or two. */
export function verificationWords({ state, checked, unsealed, firstBad }: AuditVerification): string {
  if (state === 'waiting') return 'Waiting for a worker to begin.'
  if (state === 'running') return `${rows(checked)} checked so far.`
  if (state === 'failed') return 'It could not be finished. Please try again, and look at Health.'
  if (firstBad) {
    const where = firstBad.entryId ? ` First bad entry: ${firstBad.entryId}.` : ''
    return `${rows(checked)} in order, then: ${firstBad.problem}.${where}`
  }
  const waiting = unsealed
    ? ` ${rows(unsealed)} ${unsealed === 1 ? 'waits for its' : 'wait for their'} seal, which comes every minute.`
    : ''
  return `${rows(checked)} in order.${waiting}`
}
