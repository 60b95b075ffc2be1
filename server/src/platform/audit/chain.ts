import { createHash } from 'node:crypto'

/** An entry as the chain sees it: every column as text, in the order of `queries.ts`. */
export interface SealableEntry {
  id: string
  at: string
  actor_kind: string
  actor_id: string | null
  actor_role: string | null
  action: string
  target_kind: string | null
  target_id: string | null
  result: string
  request_id: string | null
  details: string
  origin_digest: string | null
}

/** A seal by its place and its hash, which stands for everything before it. */
export interface Head {
  position: number
  hash: string
}

/** What the first seal takes for the one before it. */
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
