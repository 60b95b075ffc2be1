/**
 * Whose documents they are: an account that nobody logs in to, one for each business, like that of a guest (0240). All
 * verbs of documents are used unchanged with it as the caller.
 */
import { archiveOwnerName, emailOwnerName } from '@exempta/contract/archive'
import { AppError } from '../../platform/app-error.ts'
import type { Call, PersonActor } from '../../platform/call.ts'
import { memberOf, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { createGuest, nameGuest } from '../accounts/index.ts'
import { requireManager } from '../businesses/index.ts'
import { type FileRow, findFile } from './queries/files.ts'
import { findOwner, type ImportOrigin, insertArchive, lockArchive, setEmailOwner } from './queries/imports.ts'

/** The account of a business for what it added, or for what came by email; made with the first import. */
export async function openArchive(
  services: Services,
  tx: Transaction,
  businessId: string,
  origin: ImportOrigin = 'business',
): Promise<string> {
  const known = await lockArchive(tx, businessId)
  const ownerId = known?.owner_id ?? (await createOwner(services, tx, archiveOwnerName))
  if (!known) {
    await insertArchive(tx, { business_id: businessId, owner_id: ownerId, created_at: services.clock.now() })
  }
  if (origin === 'business') return ownerId
  if (known?.email_owner_id) return known.email_owner_id
  const emailOwnerId = await createOwner(services, tx, emailOwnerName)
  await setEmailOwner(tx, businessId, emailOwnerId)
  return emailOwnerId
}

async function createOwner(services: Services, tx: Transaction, name: string): Promise<string> {
  const id = await createGuest(services, tx)
  await nameGuest(services, tx, { id, name })
  return id
}

/** A call as the account that owns what the business added. */
const asOwner = (call: Call, ownerId: string): Call & { actor: PersonActor } => ({
  ...call,
  actor: { kind: 'person', id: ownerId, role: 'user' },
})

/** The same for what happens without anyone. */
export async function ownerCall(
  tx: Transaction,
  importId: string,
): Promise<(Call & { actor: PersonActor }) | undefined> {
  const ownerId = await findOwner(tx, importId)
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
  const ownerId = await database.transact(systemActor, (tx) => findOwner(tx, file.import_id), {
    readOnly: true,
  })
  if (!ownerId) throw new AppError('not-found')
  return { file, owner: asOwner(call, ownerId) }
}
