import type { Activity, Profile } from '@exempta/contract/accounts/profile'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'
import { closeAccess, publishAccount, sendAccountNotice } from '../account-events.ts'
import { confirmPassword, lockConfirmedPerson } from '../confirm-password.ts'
import { hashPassword, refusedPassword, refuseWeakPassword } from '../passwords.ts'
import { lockPerson, upsertPassword } from '../queries/accounts.ts'
import { activityPage, findProfile, updateName } from '../queries/profile.ts'
import type { KnownSession } from '../sessions.ts'
import { rotateToken } from '../start-session.ts'

export const getProfile = (services: Services, call: Call): Promise<Profile> =>
  services.database.transact(systemActor, (tx) => readProfile(services, tx, personOf(call).id), {
    readOnly: true,
  })

async function readProfile({ clock }: Services, tx: Transaction, personId: string): Promise<Profile> {
  const row = await findProfile(tx, personId, clock.now())
  if (!row) throw new AppError('not-signed-in')
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pendingEmail: row.pending_email,
    isEmailVerified: row.email_verified_at !== null,
    role: row.role,
    status: row.status,
    memberSince: row.created_at.toISOString(),
    lastLoginAt: row.previous_login_at?.toISOString() ?? null,
  }
}

export function updateProfile(services: Services, call: Call, { name }: { name: string }): Promise<Profile> {
  const { id } = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    const at = services.clock.now()
    const before = await lockPerson(tx, id)
    await updateName(tx, id, name, at)
    await recordAudit(tx, call, {
      at,
      action: 'profile.update',
      target: { kind: 'person', id },
      changes: { name: [before?.name ?? null, name] },
    })
    publishAccount(tx, id)
    return readProfile(services, tx, id)
  })
}

const newestFirst = defineKeyset('activity', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listActivity(
  services: Services,
  call: Call,
  { cursor, limit }: PageQuery,
): Promise<{ items: Activity[]; nextCursor: string | null }> {
  const person = personOf(call)
  const before = newestFirst.read(cursor)
  const { rows } = await services.database.transact(
    person,
    (tx) => activityPage(person.id, before, limit + 1).execute(tx),
    { readOnly: true },
  )
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.at.toISOString(), row.id])
  return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), nextCursor }
}

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

const unchanged = 'Choose a password that’s different from your current one.'

/** Ends all other sessions; the current one continues under the returned token. */
export async function changePassword(
  services: Services,
  call: Call,
  session: KnownSession,
  { currentPassword, newPassword }: PasswordChange,
): Promise<string> {
  const confirmed = await confirmPassword(services, call, currentPassword)
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
    throw refusedPassword('newPassword', unchanged)
  }
  await refuseWeakPassword(newPassword, session.person, 'newPassword')
  const hash = await hashPassword(newPassword)
  return services.database.transact(systemActor, async (tx) => {
    const person = await lockConfirmedPerson(tx, confirmed)
    if (!person) throw new AppError('conflict')
    const { id } = person
    const at = services.clock.now()
    await upsertPassword(tx, id, { hash, isTemporary: false }, at)
    await closeAccess(tx, id, { except: session.id })
    await recordAudit(tx, call, { at, action: 'password.change', target: { kind: 'person', id } })
    await sendAccountNotice(services, tx, person, 'password-changed')
    return rotateToken(tx, { sessionId: session.id, personId: id })
  })
}
