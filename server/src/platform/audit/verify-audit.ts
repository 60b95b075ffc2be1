import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { digestOf, genesis, type SealableEntry, sealHash } from './chain.ts'
import { findMissing, listSealed, listUnsealed, type SealedRow } from './queries.ts'

const batchSize = 1000
const lowestId = '00000000-0000-0000-0000-000000000000'

export interface Head {
  position: number
  hash: string
}

export interface AuditReport {
  sealed: number
  unsealed: number
  /** The newest seal that is in order. */
  head: Head | undefined
  firstBad: { entryId: string; problem: string } | undefined
}

/** Told after each batch; may throw to end the walk. */
export type WalkListener = (sealed: number) => Promise<void> | void

/**
 * Reads the whole chain in batches, each in its own short transaction, and names the first row that is not as
 * it was. `expected` is a head noted earlier: the chain must still run through it.
 */
export async function verifyAudit(
  database: Database,
  expected?: Head,
  onBatch: WalkListener = () => {},
): Promise<AuditReport> {
  const chain = await walkChain(database, expected, onBatch)
  const rest = await walkEntries(database, () => onBatch(chain.sealed))
  const missing = await read(database, findMissing)
  const wasRemoved =
    missing === undefined
      ? undefined
      : { entryId: missing, problem: 'the entry was removed before it was sealed' }
  const { sealed, head } = chain
  return { sealed, head, unsealed: rest.unsealed, firstBad: chain.firstBad ?? rest.firstBad ?? wasRemoved }
}

const read = <T>(database: Database, query: Parameters<typeof database.transact<T>>[1]): Promise<T> =>
  database.transact(systemActor, query, { readOnly: true })

async function walkChain(database: Database, expected: Head | undefined, onBatch: WalkListener) {
  let sealed = 0
  let head: Head | undefined
  let hash = genesis
  for (;;) {
    const after = sealed
    const rows = await read(database, (tx) => listSealed(tx, after, batchSize))
    for (const row of rows) {
      const problem = problemOf(row, sealed + 1, hash, expected)
      if (problem) return { sealed, head, firstBad: { entryId: row.entry_id, problem } }
      sealed = row.position
      hash = row.hash
      head = { position: sealed, hash: hash.toString('hex') }
    }
    await onBatch(sealed)
    if (rows.length < batchSize) break
  }
  const isCut = expected && sealed < expected.position
  const problem = `the log ends at seal ${sealed}, but seal ${expected?.position} was there before`
  return { sealed, head, firstBad: isCut ? { entryId: 'none', problem } : undefined }
}

function problemOf(
  row: SealedRow,
  position: number,
  previous: Buffer,
  expected: Head | undefined,
): string | undefined {
  if (row.position !== position) {
    return `seal ${position} is missing before the seal of this entry (${row.position})`
  }
  if (!isPresent(row)) return `the entry of seal ${position} was removed`
  if (!digestOf(row).equals(row.entry_digest)) {
    return sealHash(previous, row).equals(row.hash)
      ? `the entry was changed after it was sealed (seal ${position})`
      : `seal ${position} was changed: it does not fit its entry`
  }
  if (!sealHash(previous, row).equals(row.hash)) {
    return `seal ${position} was changed or moved: it does not follow from the seal before it`
  }
  if (row.origin_is_right === false) return `the network address of the entry was changed (seal ${position})`
  if (expected?.position === position && expected.hash !== row.hash.toString('hex')) {
    return `the chain was made anew: seal ${position} is not the one noted before`
  }
  return undefined
}

const isPresent = (row: SealedRow): row is SealedRow & SealableEntry => row.id !== null

async function walkEntries(database: Database, onBatch: () => Promise<void> | void) {
  let unsealed = 0
  let firstBad: AuditReport['firstBad']
  for (let after: string | undefined = lowestId; after; ) {
    const from: string = after
    const batch = await read(database, (tx) => listUnsealed(tx, from, batchSize))
    unsealed += batch.unsealed.length
    const stray = batch.unsealed.find((entry) => !entry.isWaiting)
    if (stray) {
      firstBad ??= { entryId: stray.id, problem: 'the entry has no seal and does not wait for one' }
    }
    after = batch.lastId
    await onBatch()
  }
  return { unsealed, firstBad }
}
