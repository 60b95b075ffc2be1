/**
 * Whose documents they are: an account that nobody logs in to, one for each business, like that of a guest (0240). All
 * verbs of documents are used unchanged with it as the caller.
 */
import { archiveOwnerName } from '@exempta/contract/archive'
import { AppError } from '../../platform/app-error.ts'
import type { Call, PersonActor } from '../../platform/call.ts'
import { memberOf, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { createGuest, nameGuest } from '../accounts/index.ts'
import { requireManager } from '../businesses/index.ts'
import { type FileRow, findFile } from './queries/files.ts'
import { findOwner, insertArchive, lockArchive } from './queries/imports.ts'

/** The account of a business; made with its first import. */
export async function openArchive(services: Services, tx: Transaction, businessId: string): Promise<string> {
  const known = await lockArchive(tx, businessId)
  if (known) return known
  const ownerId = await createGuest(services, tx)
  await nameGuest(services, tx, { id: ownerId, name: archiveOwnerName })
  await insertArchive(tx, { business_id: businessId, owner_id: ownerId, created_at: services.clock.now() })
  return ownerId
}

/** A call as the account that owns what the business added. */
const asOwner = (call: Call, ownerId: string): Call & { actor: PersonActor } => ({
  ...call,
  actor: { kind: 'person', id: ownerId, role: 'user' },
})

/** The same for what happens without anyone. */
export async function ownerCall(
  tx: Transaction,
  businessId: string,
): Promise<(Call & { actor: PersonActor }) | undefined> {
  const ownerId = await findOwner(tx, businessId)
  return ownerId ? asOwner(systemCall, ownerId) : undefined
}

export interface Managed {
  file: FileRow
  /** For the verbs of documents. */
  owner: Call & { actor: PersonActor }
}

/** A file of the caller's business, which they must manage. */
export async function requireFile({ database }: Services, call: Call, id: string): Promise<Managed> {
  const member = memberOf(call)
  const file = await database.transact(
    member,
    async (tx) => {
      await requireManager(tx, member)
      return findFile(tx, id)
    },
    { readOnly: true },
  )
  if (!file) throw new AppError('not-found')
  const ownerId = await database.transact(systemActor, (tx) => findOwner(tx, file.business_id), {
    readOnly: true,
  })
  if (!ownerId) throw new AppError('not-found')
  return { file, owner: asOwner(call, ownerId) }
}
