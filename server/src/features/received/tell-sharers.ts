import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { type ActOnShares, tellOwners } from '../shares/index.ts'
import type { ReceivedRow } from './queries/received.ts'

type Told = ActOnShares & { business: string }

/** Each owner hears of the review once, however many documents it was. Call it last. */
export async function tellSharers(
  services: Services,
  tx: Transaction,
  rows: readonly ReceivedRow[],
  told: Told,
): Promise<void> {
  const ofOwner = Map.groupBy(rows, ({ owner_id }) => owner_id)
  for (const id of [...ofOwner.keys()].sort()) {
    const own = ofOwner.get(id) ?? []
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'businesses',
      ...wordsOf(own, told),
      link: own.length === 1 ? `/user/documents/${own[0]?.document_id}` : '/user/documents?shared=1',
      alsoByMail: true,
    })
    await tellOwners(
      tx,
      own.map((row) => ({ ...row, email: null })),
    )
  }
}

function wordsOf(rows: readonly ReceivedRow[], { act, business, reason }: Told) {
  const [only] = rows
  const what = rows.length === 1 && only ? only.document_name : `${rows.length} of your documents`
  if (act === 'verified') {
    const title = rows.length === 1 ? 'Document verified' : 'Documents verified'
    return { title, message: `${business} verified ${what}.` }
  }
  if (act === 'rejected') {
    return { title: 'Document rejected', message: `${business} rejected ${what}: ${reason ?? ''}` }
  }
  return { title: 'Review reopened', message: `${business} is looking at ${what} again.` }
}
