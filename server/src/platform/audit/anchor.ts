/**
 * The head of the audit chain, signed and kept in the file store. An attacker who can only change tables cannot cut
 * off the end of the log without `audit:verify` noticing. The signing key is a secret sealed by the master key, so
 * key rotation, backups and moves include it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../app-error.ts'
import { systemCall } from '../call.ts'
import { TamperedFileError } from '../crypto/errors.ts'
import type { SecretName } from '../crypto/queries.ts'
import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { NoteName } from '../storage/object-store.ts'
import { findLastSeal, findSeal, type Head, takeSealerLock } from './queries.ts'
import { recordAudit } from './record-audit.ts'

export const anchorNote: NoteName = 'audit-anchor'
const keyName: SecretName = { ownerId: '00000000-0000-0000-0000-000000000000', purpose: 'audit-anchor' }
const keyBytes = 32
const anchorText = /^([1-9]\d{0,15}):([0-9a-f]{64}):([0-9a-f]{64})$/

export interface AnchorParts {
  files: Pick<Services['files'], 'readNote' | 'writeNote'>
  secrets: Services['secrets']
}

/** Neither head nor problem before the first anchor. */
export interface FoundAnchor {
  head?: Head
  problem?: string
}

export async function readAnchor(tx: Transaction, { files, secrets }: AnchorParts): Promise<FoundAnchor> {
  const text = (await files.readNote(anchorNote)) || undefined
  let key: Buffer | undefined
  try {
    key = await secrets.get(tx, keyName)
  } catch (error) {
    if (!(error instanceof TamperedFileError)) throw error
    return { problem: 'the key that signs the anchor was changed' }
  }
  if (!key) return text === undefined ? {} : { problem: 'the key that signed the anchor was removed' }
  if (text === undefined) return { problem: 'the anchor was removed from the file store' }
  const head = openAnchor(key, text)
  return head ? { head } : { problem: 'the anchor in the file store was changed' }
}

/**
 * Moves the anchor to the newest seal. If the chain does not contain the current anchor, the anchor stays and the
 * problem is logged, so that a shortened chain that grew again cannot replace it.
 */
export async function moveAnchor(parts: AnchorParts & Pick<Services, 'database' | 'log'>): Promise<void> {
  await parts.database.transact(systemActor, async (tx) => {
    if (!(await takeSealerLock(tx))) return
    const found = await readAnchor(tx, parts)
    const problem = found.problem ?? (found.head && (await problemAt(tx, found.head)))
    if (problem) {
      parts.log.error({ problem }, 'audit log does not fit its anchor')
      return
    }
    const last = await findLastSeal(tx)
    if (!last || last.position === found.head?.position) return
    const anchor = await writeAnchor(tx, parts, { position: last.position, hash: last.hash.toString('hex') })
    parts.log.info({ anchor }, 'audit log anchored')
  })
}

/**
 * For an operator who knows why the log ends earlier, for example after restoring the database by other means than
 * `npm run restore`. The audit log records that this was done.
 */
export async function acceptHead(
  parts: AnchorParts & Pick<Services, 'database' | 'clock'>,
  head: Head,
): Promise<void> {
  await parts.database.transact(systemActor, async (tx) => {
    if (!(await takeSealerLock(tx))) throw new AppError('conflict')
    await parts.secrets.remove(tx, keyName)
    await recordAudit(tx, systemCall, {
      at: parts.clock.now(),
      action: 'audit-log.anchor',
      details: { position: head.position },
    })
    await writeAnchor(tx, parts, head)
  })
}

/** Creates the signing key together with the first anchor. Returns the anchor's text. */
async function writeAnchor(tx: Transaction, parts: AnchorParts, head: Head): Promise<string> {
  let key = await parts.secrets.get(tx, keyName)
  if (!key) {
    key = randomBytes(keyBytes)
    await parts.secrets.put(tx, keyName, key)
  }
  const text = `${head.position}:${head.hash}:${signatureOf(key, head).toString('hex')}`
  await parts.files.writeNote(anchorNote, text)
  return text
}

/** Returns the seal that an anchor names, or undefined when the text was not signed with this key. */
function openAnchor(key: Buffer, untrustedText: string): Head | undefined {
  const [, position, hash = '', signature = ''] = anchorText.exec(untrustedText.trim()) ?? []
  const head = { position: Number(position), hash }
  if (!position || !timingSafeEqual(signatureOf(key, head), Buffer.from(signature, 'hex'))) return undefined
  return head
}

const signatureOf = (key: Buffer, { position, hash }: Head) =>
  createHmac('sha256', key).update(`exempta audit anchor ${position}:${hash}`).digest()

async function problemAt(tx: Transaction, { position, hash }: Head): Promise<string | undefined> {
  const seal = await findSeal(tx, position)
  if (!seal) return `seal ${position} is gone`
  return seal.hash.toString('hex') === hash ? undefined : `seal ${position} is another one`
}
