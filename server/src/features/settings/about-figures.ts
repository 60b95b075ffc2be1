import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { countForAbout } from './queries.ts'

const keptMs = 60_000
const number = new Intl.NumberFormat('en-US')

interface Counted {
  users: number
  documents: number
}

/** The four claims of the About page. Everybody may ask, so what is counted is counted once a minute. */
export class AboutFigures {
  readonly #services: Pick<Services, 'clock' | 'database' | 'settings'>
  readonly #startedAt: number
  #counted: Promise<Counted> | undefined
  #countedAt = 0

  constructor(services: Pick<Services, 'clock' | 'database' | 'settings'>) {
    this.#services = services
    this.#startedAt = services.clock.now().getTime()
  }

  async claims(): Promise<{ users: string; documents: string; uptime: string; support: string }> {
    const { settings, clock } = this.#services
    const support = settings.get('about.support')
    if (!settings.get('about.liveFigures')) {
      const [users, documents] = [settings.get('about.users'), settings.get('about.documents')]
      return { users, documents, uptime: settings.get('about.uptime'), support }
    }
    const { users, documents } = await this.#count()
    const uptime = upFor(clock.now().getTime() - this.#startedAt)
    return { users: number.format(users), documents: number.format(documents), uptime, support }
  }

  #count(): Promise<Counted> {
    const now = this.#services.clock.now().getTime()
    if (!this.#counted || now - this.#countedAt >= keptMs) {
      this.#countedAt = now
      this.#counted = this.#services.database.transact(systemActor, countForAbout, { readOnly: true })
      this.#counted.catch(() => {
        this.#counted = undefined
      })
    }
    return this.#counted
  }
}

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** Since this server started, in the largest unit that says something. */
function upFor(ms: number): string {
  for (const [name, unitMs] of units) {
    const count = Math.floor(ms / unitMs)
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  return '1 minute'
}
