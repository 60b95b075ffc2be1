import type { Clock } from '../clock.ts'
import { systemActor } from '../db/actor.ts'
import type { Database, Transaction } from '../db/database.ts'
import { MasterKeyError } from './errors.ts'
import { generateMasterKey, type MasterKey, type MasterKeySource } from './master-key.ts'
import { openMasterKeys } from './master-keys.ts'
import {
  deleteMasterKey,
  insertMasterKey,
  listFileKeysOf,
  listMasterKeyIds,
  listSecretsOf,
  lockMasterKeys,
  updateFileKeys,
  upsertSecret,
} from './queries.ts'
import { openSecret, sealSecret } from './sealed-secrets.ts'
import { unwrapKey, wrapKey } from './wrap-key.ts'

export interface Rotation {
  database: Database
  clock: Clock
  source: MasterKeySource
  batchSize?: number
  /** After each batch: how many keys and secrets are done so far. */
  onProgress?: (done: number) => void
}

interface KeyPair {
  current: MasterKey
  retiring: MasterKey
}

/**
 * Wraps every file key and secret by a new master key and retires the old one. Each step is a transaction of its own and
 * finds out from the database and the key source what is left to do, so after a crash it is simply run again.
 * Returns how many keys and secrets were wrapped anew.
 */
export async function rotateMasterKey(rotation: Rotation): Promise<number> {
  await openMasterKeys(rotation, rotation.source)
  const pair = await chooseKeys(rotation)
  if (!pair) {
    await dropRetired(rotation)
    return 0
  }
  let done = 0
  for (let isRetired = false; !isRetired; ) {
    const rewrapped = await rewrapBatch(rotation, pair)
    done += rewrapped
    rotation.onProgress?.(done)
    if (rewrapped === 0) isRetired = await retire(rotation, pair)
  }
  await dropRetired(rotation)
  return done
}

/** Undefined when a rotation was cut off after its last batch and only the old key is left to be dropped. */
function chooseKeys({ database, clock, source }: Rotation): Promise<KeyPair | undefined> {
  return database.transact(systemActor, async (tx) => {
    await lockMasterKeys(tx)
    const needed = await listMasterKeyIds(tx)
    const loaded = await source.load()
    const [currentId, retiringId] = needed
    const find = (id: string | undefined) => loaded.find((key) => key.id === id)
    const begun = { current: find(currentId), retiring: find(retiringId) }
    if (begun.current && begun.retiring) return { current: begun.current, retiring: begun.retiring }
    const retiring = begun.current
    if (!retiring)
      throw new MasterKeyError(`The master key in ${source.location} does not belong to this database.`)
    const [newest] = loaded
    if (newest && newest.id !== currentId) {
      await insertMasterKey(tx, newest.id, clock.now())
      return { current: newest, retiring }
    }
    if (loaded.length > 1) return undefined
    if (!source.save) throw new MasterKeyError(howToRotate)
    const current = generateMasterKey()
    await source.save([current, retiring])
    await insertMasterKey(tx, current.id, clock.now())
    return { current, retiring }
  })
}

const howToRotate =
  'MASTER_KEY is the key in use. To change it, set MASTER_KEY to a new one (openssl rand -base64 32) and MASTER_KEY_PREVIOUS to the one in use, restart every server with both, then run this again.'

function rewrapBatch({ database, batchSize = 500 }: Rotation, pair: KeyPair): Promise<number> {
  return database.transact(
    systemActor,
    async (tx) => (await rewrap(tx, pair, batchSize)) + (await reseal(tx, pair, batchSize)),
  )
}

async function rewrap(tx: Transaction, { current, retiring }: KeyPair, batchSize: number): Promise<number> {
  const keys = await listFileKeysOf(tx, retiring.id, batchSize)
  const rewrapped = keys.map((key) => ({
    fileId: key.fileId,
    wrapped: wrapKey(current, unwrapKey(retiring, key.wrapped, key), key),
  }))
  if (rewrapped.length > 0) await updateFileKeys(tx, current.id, rewrapped)
  return rewrapped.length
}

async function reseal(tx: Transaction, { current, retiring }: KeyPair, batchSize: number): Promise<number> {
  const secrets = await listSecretsOf(tx, retiring.id, batchSize)
  for (const secret of secrets) {
    const sealed = sealSecret(current, openSecret(retiring, secret.sealed, secret), secret)
    await upsertSecret(tx, { ...secret, masterKeyId: current.id, sealed })
  }
  return secrets.length
}

/** False when a transaction that began before the rotation has used the old key once more. */
function retire({ database }: Rotation, pair: KeyPair): Promise<boolean> {
  return database.transact(systemActor, async (tx) => {
    await lockMasterKeys(tx)
    if ((await listFileKeysOf(tx, pair.retiring.id, 1)).length > 0) return false
    if ((await listSecretsOf(tx, pair.retiring.id, 1)).length > 0) return false
    await deleteMasterKey(tx, pair.retiring.id)
    return true
  })
}

/** Leaves only the keys that the database still needs at the source, where the source is ours to change. */
async function dropRetired({ database, source }: Rotation): Promise<void> {
  await database.transact(systemActor, async (tx) => {
    await lockMasterKeys(tx)
    const needed = await listMasterKeyIds(tx)
    const loaded = await source.load()
    const kept = loaded.filter((key) => needed.includes(key.id))
    if (kept.length < loaded.length) await source.save?.(kept)
  })
}
