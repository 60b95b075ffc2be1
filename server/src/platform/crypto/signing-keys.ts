/**
 * The key with which this installation signs what it hands out. The private half is a sealed secret, so it is protected
 * by the master key and stays the same when that one is replaced.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { systemActor } from '../db/actor.ts'
import { timeOrderedId } from '../identifiers.ts'
import type { Services } from '../services.ts'
import { insertSigningKey, listSigningKeys, lockSigningKeys } from './queries.ts'

type Parts = Pick<Services, 'database' | 'secrets' | 'clock'>

export interface PublicKey {
  id: string
  /** 32 bytes. */
  publicKey: Buffer
  createdAt: Date
}

export interface Signer {
  key: PublicKey
  sign(bytes: Uint8Array): Buffer
}

/** Every key that ever signed something, the newest first. The first one is made when it is first asked for. */
export async function listPublicKeys(parts: Parts): Promise<PublicKey[]> {
  const known = await parts.database.transact(systemActor, listSigningKeys, { readOnly: true })
  if (known.length > 0) return known.map(asPublicKey)
  return [(await openSigner(parts)).key]
}

const asPublicKey = (row: { id: string; public_key: Buffer; created_at: Date }): PublicKey => ({
  id: row.id,
  publicKey: row.public_key,
  createdAt: row.created_at,
})

export async function openSigner({ database, secrets, clock }: Parts): Promise<Signer> {
  return database.transact(systemActor, async (tx) => {
    await lockSigningKeys(tx)
    const [newest] = await listSigningKeys(tx)
    if (newest) {
      const secret = await secrets.get(tx, { ownerId: newest.id, purpose: 'signing-key' })
      if (!secret) throw new Error('The private half of the signing key is missing.')
      const privateKey = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
      return signerOf(asPublicKey(newest), privateKey)
    }
    const pair = generateKeyPairSync('ed25519')
    const now = clock.now()
    const row = { id: timeOrderedId(now), public_key: rawPublicKey(pair.publicKey), created_at: now }
    await insertSigningKey(tx, row)
    const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
    await secrets.put(tx, { ownerId: row.id, purpose: 'signing-key' }, secret)
    return signerOf(asPublicKey(row), pair.privateKey)
  })
}

const signerOf = (key: PublicKey, privateKey: KeyObject): Signer => ({
  key,
  sign: (bytes) => sign(null, bytes, privateKey),
})

/** The last 32 bytes of the standard form are the key itself. */
const rawPublicKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-32)
