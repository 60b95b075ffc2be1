import { createHash } from 'node:crypto'
import { systemActor } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { type AnchorParts, moveAnchor } from './anchor.ts'
import {
  findLastSeal,
  insertSeals,
  listWaiting,
  type Seal,
  type SealableEntry,
  takeSealerLock,
} from './queries.ts'

/** The previous hash used for the first seal. */
export const genesis: Buffer = Buffer.alloc(32)

/** JSON of a list is unambiguous: no two different rows have the same text. */
const sha256 = (parts: readonly (string | number | null)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

export function digestOf(entry: SealableEntry): Buffer {
  return sha256([
    'exempta-audit-1',
    entry.id,
    entry.at,
    entry.actor_kind,
    entry.actor_id,
    entry.actor_role,
    entry.action,
    entry.target_kind,
    entry.target_id,
    entry.result,
    entry.request_id,
    entry.details,
    entry.origin_digest,
  ])
}

export function sealHash(
  previous: Buffer,
  seal: { position: number; entry_id: string; entry_digest: Buffer },
): Buffer {
  return sha256([previous.toString('hex'), seal.position, seal.entry_id, seal.entry_digest.toString('hex')])
}

const batchSize = 500

type SealParts = AnchorParts & Pick<Services, 'database' | 'log'>

/**
 * Adds waiting entries to the hash chain in order of arrival and returns how many. When several processes call this,
 * one does the work and the others find nothing to do.
 */
export async function sealAudit(parts: SealParts): Promise<number> {
  const sealed = await sealWaiting(parts)
  // The rows are already sealed, so an unavailable file store delays only the anchor and not the chain.
  await moveAnchor(parts).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'audit log not anchored')
  })
  return sealed
}

async function sealWaiting({ database, log }: SealParts): Promise<number> {
  let sealed = 0
  for (;;) {
    const seals = await database.transact(systemActor, async (tx) => {
      if (!(await takeSealerLock(tx))) return []
      const entries = await listWaiting(tx, batchSize)
      if (entries.length === 0) return []
      let last: Pick<Seal, 'position' | 'hash'> = (await findLastSeal(tx)) ?? { position: 0, hash: genesis }
      const made: Seal[] = []
      for (const entry of entries) {
        const seal = { position: last.position + 1, entry_id: entry.id, entry_digest: digestOf(entry) }
        last = { ...seal, hash: sealHash(last.hash, seal) }
        made.push({ ...seal, hash: last.hash })
      }
      await insertSeals(tx, made)
      return made
    })
    sealed += seals.length
    const head = seals.at(-1)
    // The head is also kept outside the database, to detect when the end of the chain was cut off or the whole chain
    // was rebuilt.
    if (head) log.info({ head: `${head.position}:${head.hash.toString('hex')}` }, 'audit log sealed')
    if (seals.length < batchSize) return sealed
  }
}
