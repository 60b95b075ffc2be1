import { type RuleSet, releasedRules } from '@exempta/knowledge/rules-file'
import type { FastifyBaseLogger } from 'fastify'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { findActiveFile, rulesChannel } from './queries.ts'
import { type RulesKeys, readRulesFile } from './read-rules-file.ts'

let inForce: RuleSet = releasedRules

/** The rules that this process answers with. They are the same for everyone, like the release itself. */
export const rulesInForce = (): RuleSet => inForce

const retryMs = 1000

/** Keeps the rules in force in step with the file that an administrator activated, in every process. */
export class LoadedRules {
  readonly keys: RulesKeys
  readonly #parts: { database: Database; log: FastifyBaseLogger }
  #reading: Promise<void> = Promise.resolve()
  #stopListening: (() => Promise<void>) | undefined
  #retry: NodeJS.Timeout | undefined

  constructor({ keys, ...parts }: { database: Database; log: FastifyBaseLogger; keys: RulesKeys }) {
    this.keys = keys
    this.#parts = parts
  }

  /** Listens first and then reads, so that no change is missed. */
  async start(): Promise<void> {
    const renew = () => void this.#refreshLater()
    this.#stopListening = await this.#parts.database.listen(rulesChannel, renew, { onGap: renew })
    await this.refresh()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#stopListening?.()
    this.#stopListening = undefined
    await this.#reading.catch(() => {})
    inForce = releasedRules
  }

  /** Resolves when everything committed before the call is in force. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read())
    return this.#reading
  }

  async #read(): Promise<void> {
    const active = await this.#parts.database.transact(systemActor, findActiveFile, { readOnly: true })
    inForce = active ? this.#rulesOf(active.content) : releasedRules
  }

  /** A file that this release can't read, or whose key isn't trusted anymore, gives way to the release's own rules. */
  #rulesOf(content: string): RuleSet {
    try {
      return readRulesFile(content, this.keys).rules
    } catch (error) {
      this.#parts.log.warn(
        { err: error },
        'the active rules file can’t be used; the rules of the release apply',
      )
      return releasedRules
    }
  }

  async #refreshLater(): Promise<void> {
    try {
      await this.refresh()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the rules could not be read')
      clearTimeout(this.#retry)
      if (this.#stopListening) this.#retry = setTimeout(() => void this.#refreshLater(), retryMs)
    }
  }
}
