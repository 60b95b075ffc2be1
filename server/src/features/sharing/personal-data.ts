import { systemActor } from '../../platform/db/actor.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import { asShare } from './list-shares.ts'
import {
  type ListedShare,
  listShareActsOf,
  listSharedWithAddressOf,
  type OwnShareAct,
  sharePage,
} from './queries/list.ts'

/** Exports the person's shares with their history, and what others share with a confirmed address. */
export const sharesData: DataContributor = async function* ({ clock, database }, person) {
  const now = clock.now()
  const isReadOnly = { readOnly: true }
  const shares = readInBatches<ListedShare>((last, limit) =>
    database.transact(
      person,
      (tx) => {
        const before = last && ([last.shared_at.toISOString(), last.id] as const)
        return sharePage(tx, person.id, {}, before, limit, now)
      },
      isReadOnly,
    ),
  )
  yield { path: 'shares.json', rows: asShares(shares, now) }
  const acts = readInBatches<OwnShareAct>((last, limit) =>
    database.transact(systemActor, (tx) => listShareActsOf(tx, person.id, last, limit), isReadOnly),
  )
  yield { path: 'share-history.json', rows: acts }
  const received = await database.transact(
    systemActor,
    (tx) => listSharedWithAddressOf(tx, person.id),
    isReadOnly,
  )
  yield { path: 'shared-with-my-address.json', value: received }
}

async function* asShares(rows: AsyncIterable<ListedShare>, now: Date) {
  for await (const row of rows) yield asShare(row, now)
}
