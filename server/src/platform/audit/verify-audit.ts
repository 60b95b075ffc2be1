import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { type AnchorParts, readAnchor } from './anchor.ts'
import { digestOf, genesis, sealHash } from './chain.ts'
import {
  findMissing,
  type Head,
  listSealed,
  listUnsealed,
  type SealableEntry,
  type SealedRow,
} from './queries.ts'

const batchSize = 1000
const lowestId = '00000000-0000-0000-0000-000000000000'

export interface AuditReport {
  sealed: number
  unsealed: number
  /** The newest valid seal. */
  head: Head | undefined
  firstBad: { entryId: string; problem: string } | undefined
}

/** Called after each batch; may throw to stop verification. */
export type WalkListener = (sealed: number) => Promise<void> | void

/**
 * Reads the whole chain in batches, each in its own short transaction, and reports the first row that was changed.
 * `expected` contains heads noted earlier; the chain must still contain each of them.
 */
export async function verifyAudit(
  database: Database,
  expected: readonly Head[] = [],
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

export interface AnchoredReport extends AuditReport {
  /** The anchor's position, or undefined before the first anchor. */
  anchor: Head | undefined
}

/** Also requires that the chain contains its anchor, which is read before verification starts. */
export async function verifyAnchored(
  parts: AnchorParts & { database: Database },
  expected: readonly Head[] = [],
  onBatch?: WalkListener,
): Promise<AnchoredReport> {
  const { head: anchor, problem } = await read(parts.database, (tx) => readAnchor(tx, parts))
  const report = await verifyAudit(parts.database, anchor ? [...expected, anchor] : expected, onBatch)
  const anchorIsBad = problem === undefined ? undefined : { entryId: 'none', problem }
  return { ...report, anchor, firstBad: report.firstBad ?? anchorIsBad }
}

const read = <T>(database: Database, query: Parameters<typeof database.transact<T>>[1]): Promise<T> =>
  database.transact(systemActor, query, { readOnly: true })

async function walkChain(database: Database, expected: readonly Head[], onBatch: WalkListener) {
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
  const newest = Math.max(0, ...expected.map(({ position }) => position))
  const problem = `the log ends at seal ${sealed}, but seal ${newest} was there before`
  return { sealed, head, firstBad: sealed < newest ? { entryId: 'none', problem } : undefined }
}

function problemOf(
  row: SealedRow,
  position: number,
  previous: Buffer,
  expected: readonly Head[],
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
  const hash = row.hash.toString('hex')
  if (expected.some((noted) => noted.position === position && noted.hash !== hash)) {
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
    const unexpected = batch.unsealed.find((entry) => !entry.isWaiting)
    if (unexpected) {
      firstBad ??= { entryId: unexpected.id, problem: 'the entry has no seal and does not wait for one' }
    }
    after = batch.lastId
    await onBatch()
  }
  return { unsealed, firstBad }
}
