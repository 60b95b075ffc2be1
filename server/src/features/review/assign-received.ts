import type { ReceivedDocument } from '@exempta/contract/review'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireReviewer } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import {
  findColleague,
  findReceived,
  lockReceived,
  type ReceivedRow,
  updateAssignee,
} from './queries/received.ts'
import { asReceived } from './received.ts'

/** Assigns documents to an active team member, or to no one: all of them or none. The team member is notified. */
export function assignReceived(
  services: Services,
  call: Call,
  { ids, personId }: { ids: readonly string[]; personId: string | null },
): Promise<ReceivedDocument[]> {
  const person = personOf(call)
  const at = services.clock.now()
  const wanted = [...new Set(ids)]
  return services.database.transact(person, async (tx) => {
    const { businessId } = await requireReviewer(tx, person)
    await lockReceived(tx, businessId, wanted)
    const before = await findReceived(tx, businessId, wanted)
    if (before.length < wanted.length) throw new AppError('not-found')
    if (personId && !(await findColleague(tx, businessId, personId))) {
      throw new AppError('conflict', { text: 'This person is no longer on your team.' })
    }
    const changed = before.filter((row) => row.assigned_to !== personId)
    if (changed.length > 0) await change(services, tx, call, { changed, businessId, personId, at })
    const after = await findReceived(tx, businessId, wanted)
    return after.map((row) => asReceived(row, at))
  })
}

interface Change {
  changed: readonly ReceivedRow[]
  businessId: string
  personId: string | null
  at: Date
}

async function change(
  services: Services,
  tx: Transaction,
  call: Call,
  { changed, businessId, personId, at }: Change,
): Promise<void> {
  const person = personOf(call)
  const ids = changed.map(({ id }) => id)
  await updateAssignee(tx, ids, personId, at)
  for (const row of changed) {
    await recordAudit(tx, call, {
      at,
      action: 'share.assign',
      target: { kind: 'document', id: row.document_id },
      details: { share: row.id, business: businessId, assignee: personId ?? 'nobody' },
    })
  }
  publish(tx, `business:${businessId}`, 'changed', { topic: 'received', ids })
  if (!personId || personId === person.id) return
  const assigner = await findColleague(tx, businessId, person.id)
  const [first, ...others] = changed
  const owners = new Set(changed.map((row) => row.user_name))
  await notify(services, tx, {
    audience: { kind: 'person', id: personId },
    type: 'businesses',
    title: `${assigner?.name ?? 'A team member'} assigned ${documentsInWords(changed.map((row) => row.document_name))} to you`,
    message:
      owners.size === 1
        ? `${first?.user_name} shared ${others.length > 0 ? 'them' : 'it'} with your business.`
        : `${owners.size} customers shared them with your business.`,
    link: others.length > 0 ? '/business/documents?assigned=me' : `/business/documents/${first?.id}`,
  })
}
