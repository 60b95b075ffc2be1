import { type Call, systemCall } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { deliverCorrection, keptMeanwhile } from '../../sharing/index.ts'
import type { DocumentRow } from '../queries/documents.ts'

/** What the owner of a document is told when a version of it is ready. */

type Named = Pick<DocumentRow, 'id' | 'owner_id' | 'name'>

/** Others may see the document from now on: those who wait for a corrected version get it. */
export async function announceReady(
  services: Services,
  tx: Transaction,
  document: Named & { version: number },
): Promise<void> {
  const { owner_id: id } = document
  const onBehalf: Call = { ...systemCall, actor: { kind: 'person', id, role: 'user' } }
  if (await deliverCorrection(services, tx, onBehalf, document)) return
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: `${document.name} is ready`,
    message: 'We hid the private details. You can view and share it now.',
    kind: 'ready',
    link: `/user/documents/${document.id}`,
  })
}

/** Also by email: nothing happens to the document until its owner has looked at it. */
export async function askToCheck(
  services: Services,
  tx: Transaction,
  document: Named,
  areas: number,
): Promise<void> {
  const places = areas === 1 ? 'one place' : `${areas} places`
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: 'Check before sharing',
    message: `We couldn't read ${places} on ${document.name} where private information may be. Check the document before you share it. Until then, only you can open it.${await keptMeanwhile(tx, document.id)}`,
    link: `/user/documents/${document.id}`,
    alsoByEmail: true,
  })
}
