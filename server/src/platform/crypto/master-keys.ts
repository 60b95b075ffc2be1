import type { Clock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Database, Transaction } from '../db/database.ts'
import { MasterKeyError, UnknownMasterKeyError } from './errors.ts'
import { generateMasterKey, type MasterKey, type MasterKeySource } from './master-key.ts'
import { holdCurrentKey, insertMasterKey, listMasterKeyIds, lockMasterKeys } from './queries.ts'

/** The master keys this process knows. Which of them wraps new file keys is decided by the database alone. */
export class MasterKeys {
  readonly #source: MasterKeySource
  #known: ReadonlyMap<string, MasterKey> = new Map()

  constructor(source: MasterKeySource) {
    this.#source = source
  }

  /** An unknown key may have come by a rotation since the start, so the source is asked again. */
  async find(id: string): Promise<MasterKey> {
    const key = this.#known.get(id) ?? (await this.reload()).find((loaded) => loaded.id === id)
    if (!key) throw new UnknownMasterKeyError()
    return key
  }

  /** The key to wrap with in this transaction; it is not retired before the transaction ends. */
  async current(tx: Transaction): Promise<MasterKey> {
    holdCurrentKey(tx)
    return this.newest(tx)
  }

  /** The current key at this moment. It may be retired right after. */
  async newest(tx: Transaction): Promise<MasterKey> {
    const [id] = await listMasterKeyIds(tx)
    if (!id) throw new UnknownMasterKeyError()
    return this.find(id)
  }

  async reload(): Promise<MasterKey[]> {
    const keys = await this.#source.load()
    this.#known = new Map(keys.map((key) => [key.id, key]))
    return keys
  }
}

/**
 * Makes sure that every key the database needs is there. A new key is made only for a database that never
 * had one: a lost key file must not be replaced by a key that opens nothing.
 */
export async function openMasterKeys(
  { database, clock }: { database: Database; clock: Clock },
  source: MasterKeySource,
): Promise<MasterKeys> {
  const keys = new MasterKeys(source)
  await database.transact(systemActor, async (tx) => {
    await lockMasterKeys(tx)
    const needed = await listMasterKeyIds(tx)
    const loaded = await keys.reload()
    if (needed.length === 0) {
      const first = loaded[0] ?? (await createFirst(source))
      await insertMasterKey(tx, first.id, clock.now())
      await keys.reload()
      return
    }
    if (loaded.length === 0)
      throw new MasterKeyError(`The master key is missing: ${source.location}.${advice}`)
    if (needed.some((id) => !loaded.some((key) => key.id === id))) {
      throw new MasterKeyError(
        `The master key in ${source.location} does not belong to this database.${advice}`,
      )
    }
  })
  return keys
}

const advice = ' Restore the key this database was used with. Without it, stored files can’t be read.'

async function createFirst(source: MasterKeySource): Promise<MasterKey> {
  if (!source.save) throw new MasterKeyError(`The master key is missing: ${source.location}.`)
  const key = generateMasterKey()
  await source.save([key])
  return key
}
