import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { askToSendCorrection, keptMeanwhile } from '../../sharing/index.ts'
import type { DocumentRow } from '../queries/documents.ts'

/** What the owner of a document is told when a version of it is ready. */

type Named = Pick<DocumentRow, 'id' | 'owner_id' | 'name'>

/** The document can be shared from now on. Its owner looks at a corrected version before anyone gets it. */
export async function announceReady(
  services: Services,
  tx: Transaction,
  document: Named & { version: number },
): Promise<void> {
  if (await askToSendCorrection(services, tx, document)) return
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: `${document.name} is ready`,
    message: 'We checked it for private details. Look at what’s hidden, then share it.',
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
    message: `We couldn’t read ${places} on ${document.name} where private information may be. Check the document before you share it. Until then, only you can open it.${await keptMeanwhile(tx, document.id)}`,
    link: `/user/documents/${document.id}`,
    alsoByEmail: true,
  })
}
