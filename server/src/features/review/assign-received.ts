import type { ReceivedDocument } from '@exempta/contract/review'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireReviewer } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import { findColleague, findReceived, lockReceived, updateAssignee } from './queries/received.ts'
import { asReceived } from './received.ts'

/** Assigns a document to an active team member, or to no one. The team member is notified. */
export function assignReceived(
  services: Services,
  call: Call,
  { id, personId }: { id: string; personId: string | null },
): Promise<ReceivedDocument> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    const { businessId } = await requireReviewer(tx, person)
    await lockReceived(tx, businessId, [id])
    const [before] = await findReceived(tx, businessId, [id])
    if (!before) throw new AppError('not-found')
    if (before.assigned_to === personId) return asReceived(before, at)
    if (personId && !(await findColleague(tx, businessId, personId))) {
      throw new AppError('conflict', { text: 'This person is no longer on your team.' })
    }
    await updateAssignee(tx, id, personId, at)
    await recordAudit(tx, call, {
      at,
      action: 'share.assign',
      target: { kind: 'document', id: before.document_id },
      details: { share: id, business: businessId, assignee: personId ?? 'nobody' },
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'received', ids: [id] })
    if (personId && personId !== person.id) {
      const assigner = await findColleague(tx, businessId, person.id)
      await notify(services, tx, {
        audience: { kind: 'person', id: personId },
        type: 'businesses',
        title: `${assigner?.name ?? 'A team member'} assigned ${before.document_name} to you`,
        message: `${before.user_name} shared it with your business.`,
        link: `/business/documents/${id}`,
      })
    }
    const [after] = await findReceived(tx, businessId, [id])
    if (!after) throw new AppError('not-found')
    return asReceived(after, at)
  })
}
