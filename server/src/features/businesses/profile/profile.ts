import type {
  BusinessEmailPreferences,
  BusinessProfile,
  BusinessProfileChange,
} from '@exempta/contract/businesses/profile'
import { AppError } from '../../../platform/app-error.ts'
import { type AuditChanges, changesBetween, recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { requireManager, requireMember } from '../membership.ts'
import type { Member } from '../queries.ts'
import { type BusinessRow, findBusiness, listMemberIds, lockBusiness } from '../queries.ts'
import { findEmailPreferences, updateBusiness, updateEmailPreferences } from './queries.ts'

export async function getProfile(services: Services, call: Call): Promise<BusinessProfile> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const member = await requireMember(tx, person)
      const business = await findBusiness(tx, member.businessId)
      if (!business) throw new AppError('not-found')
      return asProfile(business, member)
    },
    { readOnly: true },
  )
}

const asProfile = (row: BusinessRow, { role }: Pick<Member, 'role'>): BusinessProfile => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: row.address,
  taxId: row.tax_id,
  type: row.business_type,
  tradeNames: row.trade_names,
  status: row.status,
  isVerified: row.verified,
  registeredAt: row.date_registered.toISOString(),
  ownRole: role,
  version: row.profile_version,
})

/** Refused if the profile has changed since the caller loaded it. */
export async function updateProfile(
  services: Services,
  call: Call,
  change: BusinessProfileChange,
): Promise<BusinessProfile> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const member = await requireManager(tx, person)
    const before = await lockBusiness(tx, member.businessId)
    if (!before) throw new AppError('not-found')
    if (before.profile_version !== change.version) throw new AppError('conflict')
    const isOther = before.name !== change.name || before.tax_id !== change.taxId
    const after = await updateBusiness(tx, before.id, change, before.verified && !isOther, at)
    await recordAudit(tx, call, {
      at,
      action: 'business.update',
      target: { kind: 'business', id: before.id },
      details: changedFields(before, after),
      changes: changedValues(before, after),
    })
    await notifyAdministrators(services, tx, before, after)
    return asProfile(after, member)
  })
}

const watched = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  website: 'website',
  address: 'address',
  tax_id: 'tax-id',
  business_type: 'type',
  trade_names: 'trade-names',
  verified: 'verified',
} as const satisfies Partial<Record<keyof BusinessRow, string>>

const shown = <Value>(value: Value) =>
  Array.isArray(value) ? value.join(', ') : (value as Exclude<Value, string[]>)

const changedValues = (before: BusinessRow, after: BusinessRow): AuditChanges =>
  Object.fromEntries(
    (Object.keys(watched) as (keyof typeof watched)[]).map((column) => [
      watched[column],
      [shown(before[column]), shown(after[column])] as const,
    ]),
  )

/** Names the changed fields in the row itself; their values are kept apart, where they can be erased. */
const changedFields = (before: BusinessRow, after: BusinessRow): Record<string, true> =>
  Object.fromEntries(
    (Object.keys(watched) as (keyof typeof watched)[])
      .filter((column) => shown(before[column]) !== shown(after[column]))
      .map((column) => [watched[column], true]),
  )

/** Notifies the administrators and updates the open pages of the business and its people. */
async function notifyAdministrators(
  services: Services,
  tx: Transaction,
  before: BusinessRow,
  after: BusinessRow,
): Promise<void> {
  const { id, name } = after
  publish(tx, `business:${id}`, 'changed', { topic: 'business', ids: [id] })
  if (before.name !== name) {
    for (const personId of await listMemberIds(tx, id)) {
      publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
    }
  }
  if (before.verified && !after.verified) {
    await notify(services, tx, {
      audience: { kind: 'role', role: 'admin' },
      type: 'businesses',
      title: `${name} needs to be verified again`,
      message:
        before.name === name ? `${name} changed its tax ID.` : `${before.name} changed its name to ${name}.`,
      link: `/admin/businesses/${id}`,
    })
  }
}

export async function getEmailPreferences(services: Services, call: Call): Promise<BusinessEmailPreferences> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      await requireMember(tx, person)
      return findEmailPreferences(tx, person.id)
    },
    { readOnly: true },
  )
}

/** Each member, viewers included, chooses for themselves. */
export async function changeEmailPreferences(
  services: Services,
  call: Call,
  preferences: BusinessEmailPreferences,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.database.transact(person, async (tx) => {
    await requireMember(tx, person)
    const before = await findEmailPreferences(tx, person.id)
    await updateEmailPreferences(tx, person.id, preferences, at)
    await recordAudit(tx, call, {
      at,
      action: 'business-mails.update',
      target: { kind: 'person', id: person.id },
      details: {
        'new-documents': preferences.newDocuments,
        'document-updates': preferences.documentUpdates,
        'weekly-summary': preferences.weeklySummary,
        expirations: preferences.expirations,
      },
      changes: changesBetween({ ...before }, { ...preferences }),
    })
  })
}
