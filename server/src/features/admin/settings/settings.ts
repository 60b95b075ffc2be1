import {
  type Setting,
  type SettingUpdate,
  settingDefinitions,
  settingKeys,
} from '@exempta/contract/admin/settings'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { readMailbox } from '../../../platform/email/header-values.ts'
import type { Services } from '../../../platform/services.ts'
import { selectSettings } from '../../../platform/settings/queries.ts'
import { uptimeInWords } from '../uptime/uptime.ts'
import { countForAbout } from './queries.ts'

export async function listSettings(services: Services, call: Call): Promise<Setting[]> {
  const rows = await services.database.transact(call.actor, selectSettings, { readOnly: true })
  const changedAt = new Map(rows.map((row) => [row.key, row.updated_at.toISOString()]))
  return settingKeys.map((key) => {
    const { fallback, about, readBy } = settingDefinitions[key]
    const value = services.settings.get(key)
    return { key, value, fallback, about, readBy, updatedAt: changedAt.get(key) ?? null }
  })
}

/** Saves all changes or none. */
export async function updateSettings(
  services: Services,
  call: Call,
  { changes, seen }: SettingUpdate,
): Promise<void> {
  await services.database.transact(call.actor, async (tx) => {
    // Locks in a fixed order, so that two administrators cannot deadlock.
    for (const key of settingKeys) {
      const value = changes[key]
      if (value !== undefined) await services.settings.set(tx, call, key, value, seen[key])
    }
  })
  await services.settings.refresh()
}

/** Where people email support: the setting, else the sender of emails, unless no one reads what is sent there. */
export function supportAddress({
  settings,
  mailFrom,
  publicUrl,
}: Pick<Services, 'settings' | 'mailFrom' | 'publicUrl'>): string {
  const chosen = settings.get('support.email')
  if (chosen !== '') return chosen
  const sender = mailFrom ? readMailbox(mailFrom).address : ''
  return sender === '' || /^no-?reply@/i.test(sender) ? `support@${new URL(publicUrl).hostname}` : sender
}

const keptMs = 60_000
const number = new Intl.NumberFormat('en-US')

interface Counted {
  users: number
  documents: number
  /** Undefined until the first minute was counted. */
  uptime: string | undefined
}

/** The four figures of the About page. The page is public, so they are counted at most once a minute. */
export class AboutFigures {
  readonly #services: Pick<Services, 'clock' | 'database' | 'settings'>
  #counted: Promise<Counted> | undefined
  #countedAt = 0

  constructor(services: Pick<Services, 'clock' | 'database' | 'settings'>) {
    this.#services = services
  }

  async claims(): Promise<{ users: string; documents: string; uptime: string; support: string }> {
    const { settings } = this.#services
    const support = settings.get('about.support')
    if (!settings.get('about.liveFigures')) {
      const [users, documents] = [settings.get('about.users'), settings.get('about.documents')]
      return { users, documents, uptime: settings.get('about.uptime'), support }
    }
    const { users, documents, uptime = settings.get('about.uptime') } = await this.#count()
    return { users: number.format(users), documents: number.format(documents), uptime, support }
  }

  #count(): Promise<Counted> {
    const now = this.#services.clock.now()
    if (!this.#counted || now.getTime() - this.#countedAt >= keptMs) {
      this.#countedAt = now.getTime()
      this.#counted = this.#services.database.transact(
        systemActor,
        async (tx) => ({ ...(await countForAbout(tx)), uptime: await uptimeInWords(tx, now) }),
        { readOnly: true },
      )
      this.#counted.catch(() => {
        this.#counted = undefined
      })
    }
    return this.#counted
  }
}
