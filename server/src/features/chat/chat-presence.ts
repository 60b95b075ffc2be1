import { randomUUID } from 'node:crypto'
import type { Stream } from '@exempta/contract/events'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import { signal } from '../../platform/realtime/publish.ts'
import type { StreamGrants, StreamWatch } from '../../platform/realtime/visitor.ts'
import type { Services } from '../../platform/services.ts'
import type { GuestCookie } from './guest-cookie.ts'
import { limits } from './limits.ts'
import { markPresent, type Present } from './queries/presence.ts'
import { actorFor, findGuestChatId, findOwnChat } from './queries/threads.ts'

/**
 * Tracks who is present: agents whose console follows `agents`, and people whose widget follows their thread.
 * This process renews the rows in the database while their sockets are open; if it dies, they expire.
 */
export class ChatPresence implements StreamWatch {
  readonly #services: Pick<Services, 'clock' | 'database' | 'log'>
  readonly #processId = randomUUID()
  readonly #here = new Map<string, { present: Present; sockets: number }>()
  readonly #timer: NodeJS.Timeout
  #work: Promise<void> = Promise.resolve()

  constructor(services: Pick<Services, 'clock' | 'database' | 'log'>) {
    this.#services = services
    this.#timer = setInterval(() => this.#beat(), limits.chatPresenceBeatMs)
    this.#timer.unref()
  }

  joined(actor: Actor, stream: Stream): void {
    const present = presentBy(actor, stream)
    if (!present) return
    const key = `${present.kind} ${present.subjectId}`
    const known = this.#here.get(key)
    if (known) known.sockets += 1
    else this.#here.set(key, { present, sockets: 1 })
    // Also when they are here already: their row may have expired since the last beat.
    this.#mark([present], limits.chatPresenceMs)
  }

  left(actor: Actor, stream: Stream): void {
    const present = presentBy(actor, stream)
    if (!present) return
    const key = `${present.kind} ${present.subjectId}`
    const known = this.#here.get(key)
    if (!known) return
    known.sockets -= 1
    if (known.sockets > 0) return
    this.#here.delete(key)
    this.#mark([present], limits.chatLeaveMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#work
  }

  #beat(): void {
    const all = [...this.#here.values()].map(({ present }) => present)
    if (all.length > 0) this.#mark(all, limits.chatPresenceMs)
  }

  /** Writes are serialized, so that the latest state of a person is written last. */
  #mark(present: readonly Present[], forMs: number): void {
    const { clock, database, log } = this.#services
    this.#work = this.#work
      .then(() =>
        database.transact(systemActor, async (tx) => {
          await markPresent(tx, present, this.#processId, new Date(clock.now().getTime() + forMs))
          const [first] = present
          if (first && present.length === 1) {
            signal(tx, 'agents', 'chatPresence', {
              chatId: first.kind === 'person' ? first.subjectId : null,
            })
          }
        }),
      )
      .catch((error: unknown) => log.error({ err: error }, 'presence not written'))
  }
}

function presentBy(actor: Actor, stream: Stream): Present | undefined {
  const isAgent = actor.kind === 'person' && actor.role === 'admin'
  if (stream === 'agents') return isAgent ? { kind: 'agent', subjectId: actor.id } : undefined
  const [kind, id] = stream.split(':')
  return kind === 'chat' && id && !isAgent ? { kind: 'person', subjectId: id } : undefined
}

/** A thread may be followed by its person, by the guest's own browser and by agents. */
export function chatGrants({ clock, database }: Services, cookie: GuestCookie): StreamGrants {
  const chatOfGuest = async (cookies: Readonly<Record<string, string | undefined>>) => {
    const hash = cookie.hashOf(cookies)
    if (!hash) return undefined
    return database.transact(systemActor, (tx) => findGuestChatId(tx, hash, clock.latest()), {
      readOnly: true,
    })
  }
  return {
    guestOf: chatOfGuest,
    async mayFollow({ actor, cookies }, kind, id) {
      if (kind !== 'chat') return false
      if (actor.kind !== 'person') return (await chatOfGuest(cookies)) === id
      if (actor.role === 'admin') return true
      const own = await database.transact(
        actorFor(actor),
        (tx) => findOwnChat(tx, { personId: actor.id }, clock.latest()),
        { readOnly: true },
      )
      return own?.id === id
    },
  }
}
