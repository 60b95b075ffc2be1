import { systemActor } from '../../platform/db/actor.ts'
import type { StreamGrants } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { actorFor, findGuestChatId, findOwnChat } from './queries/threads.ts'

/** A thread is followed by its person, by the guest's own browser, and by agents. */
export function chatGrants({ clock, database }: Services, cookie: GuestCookie): StreamGrants {
  const chatOfGuest = async (cookies: Readonly<Record<string, string | undefined>>) => {
    const hash = cookie.hashOf(cookies)
    if (!hash) return undefined
    return database.transact(systemActor, (tx) => findGuestChatId(tx, hash, clock.now()), { readOnly: true })
  }
  return {
    guestOf: chatOfGuest,
    async mayFollow({ actor, cookies }, kind, id) {
      if (kind !== 'chat') return false
      if (actor.kind !== 'person') return (await chatOfGuest(cookies)) === id
      if (actor.role === 'admin') return true
      const own = await database.transact(
        actorFor(actor),
        (tx) => findOwnChat(tx, { personId: actor.id }, clock.now()),
        { readOnly: true },
      )
      return own?.id === id
    },
  }
}
