import {
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from '@exempta/contract/admin/settings'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import type { Clock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Database, Transaction } from '../db/database.ts'
import { lockSetting, selectSettings, settingsChannel, upsertSetting } from './queries.ts'

type Values = { [Key in SettingKey]: SettingValue<Key> }

const retryMs = 1000

/**
 * The settings of the installation, held in memory, so that reading them is free even inside a transaction. A change
 * notifies every process at commit, and each then reads all settings again.
 */
export class Settings {
  readonly #parts: { database: Database; clock: Clock; log: FastifyBaseLogger }
  #values: Values = valuesFrom([], () => {})
  #reading: Promise<void> | undefined
  #isStale = false
  #stopListening: (() => Promise<void>) | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(parts: { database: Database; clock: Clock; log: FastifyBaseLogger }) {
    this.#parts = parts
  }

  /** Listens first and then reads, so that no change is missed. */
  async start(): Promise<void> {
    const renew = () => void this.#refreshLater()
    this.#stopListening = await this.#parts.database.listen(settingsChannel, renew, { onGap: renew })
    await this.refresh()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#stopListening?.()
    this.#stopListening = undefined
    await this.#reading?.catch(() => {})
  }

  get<Key extends SettingKey>(key: Key): Values[Key] {
    return this.#values[key]
  }

  all(): Readonly<Values> {
    return this.#values
  }

  /**
   * Runs in an administrator's transaction. Setting the current value changes nothing. `seen` is the value the
   * administrator saw; when it has changed since, nothing is saved and they get a conflict.
   */
  async set<Key extends SettingKey>(
    tx: Transaction,
    call: Call,
    key: Key,
    value: SettingValue<Key>,
    seen?: SettingValue<SettingKey>,
  ): Promise<void> {
    const to = checked(key, value)
    const from = (await lockSetting(tx, key)) ?? settingDefinitions[key].fallback
    if (from === to) return
    if (seen !== undefined && seen !== from) throw new AppError('conflict')
    const at = this.#parts.clock.now()
    await upsertSetting(tx, key, to, at)
    // Texts are not in the row itself, because it must not contain what people typed; their values can be erased.
    const details = typeof to === 'string' ? {} : { from: from as typeof to, to }
    await recordAudit(tx, call, {
      at,
      action: 'setting.update',
      target: { kind: 'setting', id: key },
      details,
      changes: { value: [from as typeof to, to] },
    })
  }

  /** Resolves when everything committed before the call is in memory. */
  async refresh(): Promise<void> {
    this.#isStale = true
    this.#reading ??= this.#readUntilFresh()
    await this.#reading
  }

  async #readUntilFresh(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false
        const rows = await this.#parts.database.transact(systemActor, selectSettings, { readOnly: true })
        this.#values = valuesFrom(rows, (key) =>
          this.#parts.log.warn({ setting: key }, 'stored setting is not valid; its default applies'),
        )
      }
    } finally {
      // Must run in the same tick as the last check of `#isStale`. Otherwise a call between the two would be lost.
      this.#reading = undefined
    }
  }

  async #refreshLater(): Promise<void> {
    try {
      await this.refresh()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'settings could not be read')
      clearTimeout(this.#retry)
      if (this.#stopListening) this.#retry = setTimeout(() => void this.#refreshLater(), retryMs)
    }
  }
}

function checked<Key extends SettingKey>(key: Key, untrustedValue: unknown): SettingValue<Key> {
  const parsed = settingDefinitions[key].schema.safeParse(untrustedValue)
  if (parsed.success) return parsed.data as SettingValue<Key>
  const fields = parsed.error.issues.map(({ message }) => ({ path: key, message }))
  throw new AppError('invalid-input', { fields })
}

/** A stored value may come from another version. A value that does not fit is replaced by the default. */
function valuesFrom(
  rows: readonly { key: string; value: unknown }[],
  onInvalid: (key: SettingKey) => void,
): Values {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const entries = settingKeys.map((key) => {
    const { schema, fallback } = settingDefinitions[key]
    if (!stored.has(key)) return [key, fallback]
    const parsed = schema.safeParse(stored.get(key))
    if (!parsed.success) onInvalid(key)
    return [key, parsed.success ? parsed.data : fallback]
  })
  return Object.fromEntries(entries) as Values
}
