import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { countOpen, listStates } from './queries.ts'

/** How receiving emails goes, for the page about the system's health. */
export async function inboundFigures({ clock, database }: Services) {
  const [states, open] = await database.transact(
    systemActor,
    (tx) => Promise.all([listStates(tx), countOpen(tx)]),
    { readOnly: true },
  )
  return {
    ways: states.map(({ kind, checked_at, received_at }) => ({
      kind,
      checkedAt: checked_at?.toISOString() ?? null,
      receivedAt: received_at?.toISOString() ?? null,
    })),
    failure: states.find(({ failure }) => failure !== null)?.failure ?? null,
    unread: open.unread,
    oldestUnreadMs: open.oldest ? Math.max(0, clock.now().getTime() - open.oldest.getTime()) : 0,
    waiting: open.waiting,
  }
}
