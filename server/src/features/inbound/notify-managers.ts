import { hourMs } from '@exempta/contract/durations'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { type EmailRow, hasWaitedSince, listManagers } from './queries.ts'

/** Pages that show emails fetch them again. */
export const publishEmail = (
  tx: Transaction,
  { id, business_id }: Pick<EmailRow, 'id' | 'business_id'>,
): void => publish(tx, `business:${business_id}`, 'changed', { topic: 'emails', ids: [id] })

/** Once an hour at most, however much strangers send. */
export async function notifyManagers(
  services: Services,
  tx: Transaction,
  { business_id: businessId }: Pick<EmailRow, 'business_id'>,
): Promise<void> {
  const since = new Date(services.clock.now().getTime() - hourMs)
  if (await hasWaitedSince(tx, businessId, since)) return
  for (const id of await listManagers(tx, businessId)) {
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'other',
      title: 'An email is waiting for you',
      message: 'Look at it, and add its attachments or discard it.',
      link: '/business/emails',
    })
  }
}
