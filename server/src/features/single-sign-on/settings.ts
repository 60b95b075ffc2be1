import {
  administratorsProviderId,
  type SingleSignOn,
  type SingleSignOnInput,
} from '@exempta/contract/single-sign-on'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { endCompanySessions, requireAdministrator } from '../accounts/index.ts'
import { lockBusiness, requireManager } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import { logoutAddress, redirectAddress, secretOf } from './open-provider.ts'
import {
  type Connection,
  deleteProvider,
  findProvider,
  insertProvider,
  listEmergencyCandidates,
  listManagerDomains,
  listTeam,
  lockProvider,
  type ProviderRow,
  updateProvider,
} from './queries.ts'

export type Area = 'business' | 'admin'

/** Whose settings they are. */
interface Owner {
  providerId: string
  businessId: string | null
}

/** Runs work on the settings of the caller's business or of the administrators. */
export function manageSingleSignOn<T>(
  { database }: Services,
  call: Call,
  area: Area,
  work: (tx: Transaction, owner: Owner) => Promise<T>,
): Promise<T> {
  const person = personOf(call)
  return database.transact(systemActor, async (tx) => {
    if (area === 'admin') {
      await requireAdministrator(tx, person)
      return work(tx, { providerId: administratorsProviderId, businessId: null })
    }
    const { businessId } = await requireManager(tx, person)
    await lockBusiness(tx, businessId)
    // Someone else may have taken the right away before the lock was free.
    await requireManager(tx, person)
    return work(tx, { providerId: businessId, businessId })
  })
}

export const getSingleSignOn = (services: Services, call: Call, area: Area): Promise<SingleSignOn> =>
  manageSingleSignOn(services, call, area, (tx, owner) => readSettings(services, tx, owner))

async function readSettings(
  { publicUrl }: Services,
  tx: Transaction,
  { providerId, businessId }: Owner,
): Promise<SingleSignOn> {
  const row = await findProvider(tx, providerId)
  return {
    provider: row ? asProvider(row) : null,
    redirectAddress: redirectAddress(publicUrl, providerId),
    logoutAddress: logoutAddress(publicUrl, providerId),
    candidates: businessId === null ? [] : await listEmergencyCandidates(tx, businessId),
  }
}

const asProvider = (row: ProviderRow): NonNullable<SingleSignOn['provider']> => ({
  version: row.version,
  issuer: row.issuer,
  clientId: row.client_id,
  domains: row.domains,
  groupClaim: row.group_claim,
  managerGroups: row.manager_groups,
  viewerGroups: row.viewer_groups,
  isOn: row.is_on,
  isRequired: row.is_required,
  emergencyPersonId: row.emergency_user_id,
  triedAt: row.tried_at?.toISOString() ?? null,
})

const refusedField = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

/** Saves the connection while it is off. It has to be tried again before it can be on. */
export function updateSingleSignOn(
  services: Services,
  call: Call,
  area: Area,
  { version, clientSecret, ...input }: SingleSignOnInput,
): Promise<SingleSignOn> {
  const at = services.clock.now()
  const refusal = services.outgoing.refusalOf(input.issuer)
  if (refusal) throw refusedField('issuer', refusal)
  if (area === 'admin' && input.managerGroups.length === 0) {
    throw refusedField('managerGroups', 'Please enter at least one group of administrators')
  }
  return manageSingleSignOn(services, call, area, async (tx, owner) => {
    const before = await lockProvider(tx, owner.providerId)
    if ((before?.version ?? 0) !== version) throw new AppError('conflict')
    if (before?.is_on) {
      throw new AppError('conflict', { text: 'Turn single sign-on off before you change the connection.' })
    }
    // A saved secret is only ever sent to the issuer that it was entered for.
    if (clientSecret === null && before?.issuer !== input.issuer) {
      throw refusedField('clientSecret', 'Please enter the client secret')
    }
    await requireOwnDomains(tx, owner, input.domains)
    const row: Connection = {
      issuer: input.issuer,
      client_id: input.clientId,
      domains: [...new Set(input.domains)],
      group_claim: input.groupClaim,
      manager_groups: [...new Set(input.managerGroups)],
      viewer_groups: area === 'admin' ? [] : [...new Set(input.viewerGroups)],
    }
    if (before) await updateProvider(tx, before, { ...row, tried_at: null }, at)
    else await insertProvider(tx, { ...row, id: owner.providerId, business_id: owner.businessId }, at)
    if (clientSecret !== null) {
      await services.secrets.put(tx, secretOf(owner.providerId), Buffer.from(clientSecret))
    }
    await recordAudit(tx, call, {
      at,
      action: 'single-sign-on.update',
      target: targetOf(owner),
      details: { hasNewSecret: clientSecret !== null },
      changes: {
        issuer: [before?.issuer ?? null, row.issuer],
        domains: [before?.domains ?? [], row.domains],
        managerGroups: [before?.manager_groups ?? [], row.manager_groups],
        viewerGroups: [before?.viewer_groups ?? [], row.viewer_groups],
      },
    })
    return readSettings(services, tx, owner)
  })
}

/** A confirmed address of a manager shows that the business may speak for the domain. */
async function requireOwnDomains(tx: Transaction, { businessId }: Owner, domains: readonly string[]) {
  if (businessId === null) return
  const own = await listManagerDomains(tx, businessId)
  const foreign = domains.findIndex((domain) => !own.includes(domain))
  if (foreign < 0) return
  throw refusedField(
    'domains',
    `A manager with a confirmed email address at ${domains[foreign]} has to be on your team first`,
  )
}

export function switchSingleSignOn(
  services: Services,
  call: Call,
  area: Area,
  input: { version: number; isOn: boolean; isRequired: boolean; emergencyPersonId: string | null },
): Promise<SingleSignOn> {
  const at = services.clock.now()
  return manageSingleSignOn(services, call, area, async (tx, owner) => {
    const before = await lockProvider(tx, owner.providerId)
    if (!before) throw new AppError('not-found')
    if (before.version !== input.version) throw new AppError('conflict')
    if (input.isOn && !before.tried_at) {
      throw new AppError('conflict', { text: 'Try the connection before you turn it on.' })
    }
    if (input.isOn && !before.is_on) await requireOwnDomains(tx, owner, before.domains)
    const isRequired = input.isOn && input.isRequired && owner.businessId !== null
    if (isRequired) await requireEmergencyManager(tx, owner, input.emergencyPersonId)
    const change = {
      is_on: input.isOn,
      is_required: isRequired,
      emergency_user_id: isRequired ? input.emergencyPersonId : null,
    }
    await updateProvider(tx, before, change, at)
    await recordAudit(tx, call, {
      at,
      action: 'single-sign-on.switch',
      target: targetOf(owner),
      details: {
        isOn: input.isOn,
        isRequired,
        ...(isRequired && { emergency: input.emergencyPersonId ?? '' }),
      },
    })
    if (!input.isOn) await endCompanySessions(tx, owner.providerId)
    await announce(services, tx, owner, input.isOn, isRequired)
    return readSettings(services, tx, owner)
  })
}

async function requireEmergencyManager(tx: Transaction, { businessId }: Owner, personId: string | null) {
  const candidates = businessId === null ? [] : await listEmergencyCandidates(tx, businessId)
  if (candidates.some(({ id }) => id === personId)) return
  throw refusedField(
    'emergencyPersonId',
    'Please choose a manager with a password and a confirmed email address',
  )
}

/** Sockets look again whether their session still counts, and managers hear of it, by email, too. */
async function announce(
  services: Services,
  tx: Transaction,
  { businessId }: Owner,
  isOn: boolean,
  isRequired: boolean,
): Promise<void> {
  if (businessId === null) return
  for (const member of await listTeam(tx, businessId)) {
    refreshConnections(tx, member.id)
    if (member.role !== 'manager' || member.status !== 'active') continue
    await notify(services, tx, {
      audience: { kind: 'person', id: member.id },
      type: 'businesses',
      title: isOn ? 'Single sign-on is on' : 'Single sign-on is off',
      message: isRequired
        ? 'Your team can now log in only with the company account. The emergency manager can still use a password.'
        : isOn
          ? 'Your team can now log in with the company account.'
          : 'Your team logs in with passwords.',
      link: '/business/profile?tab=access',
      alsoByEmail: true,
    })
  }
}

export function removeSingleSignOn(services: Services, call: Call, area: Area): Promise<void> {
  const at = services.clock.now()
  return manageSingleSignOn(services, call, area, async (tx, owner) => {
    const before = await lockProvider(tx, owner.providerId)
    if (!before) throw new AppError('not-found')
    if (before.is_on)
      throw new AppError('conflict', { text: 'Turn single sign-on off before you remove it.' })
    await endCompanySessions(tx, owner.providerId)
    await services.secrets.remove(tx, secretOf(owner.providerId))
    await deleteProvider(tx, owner.providerId)
    await recordAudit(tx, call, { at, action: 'single-sign-on.remove', target: targetOf(owner) })
  })
}

export const targetOf = ({ businessId }: Owner) =>
  businessId === null
    ? ({ kind: 'setting', id: 'single-sign-on' } as const)
    : ({ kind: 'business', id: businessId } as const)
