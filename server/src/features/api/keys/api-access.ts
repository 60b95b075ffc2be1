import {
  type ApiAccess,
  type ApiAccessDecision,
  type ApiAccessRequest,
  type ApiAccessState,
  apiAccessDecisions,
  type listApiAccess as contract,
} from '@exempta/contract/api/keys'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { publicLink } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { requireAdministrator } from '../../accounts/index.ts'
import { requireManager, requireMember } from '../../businesses/index.ts'
import { notificationEmail, notify } from '../../notifications/index.ts'
import {
  type AccessRow,
  findAccess,
  listManagers,
  lockAccess,
  type RequestRow,
  requestPage,
  updateState,
  upsertRequest,
} from './queries/access.ts'
import { revokeKeys } from './queries/keys.ts'

const asApiAccess = (row: AccessRow | undefined): ApiAccess => ({
  state: row?.state ?? null,
  requestedAt: row?.requested_at.toISOString() ?? null,
  decidedAt: row?.decided_at?.toISOString() ?? null,
  reason: row?.reason ?? null,
})

const asRequest = (row: RequestRow): ApiAccessRequest => ({
  business: { id: row.business_id, name: row.business_name },
  state: row.state,
  requestedAt: row.requested_at.toISOString(),
  requestedBy: row.requester_name,
  purpose: row.purpose,
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
  keys: row.keys,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export async function getApiAccess({ database }: Services, call: Call): Promise<ApiAccess> {
  const person = personOf(call)
  const row = await database.transact(
    person,
    async (tx) => findAccess(tx, (await requireMember(tx, person)).businessId),
    { readOnly: true },
  )
  return asApiAccess(row)
}

const lastFirst = defineKeyset('API access', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listApiAccess(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: ApiAccessRequest[]; nextCursor: string | null }> {
  const before = lastFirst.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => requestPage(tx, filter, before, limit + 1, clock.now()),
    { readOnly: true },
  )
  const { items, nextCursor } = lastFirst.page(rows, limit, (row) => [
    row.requested_at.toISOString(),
    row.business_id,
  ])
  return { items: items.map(asRequest), nextCursor }
}

export function requestApiAccess(services: Services, call: Call, purpose: string): Promise<ApiAccess> {
  const person = personOf(call)
  const at = services.clock.now()
  return services.database.transact(person, async (tx) => {
    const { businessId, businessName } = await requireManager(tx, person)
    const row = await upsertRequest(tx, { businessId, personId: person.id, purpose }, at)
    if (!row) throw new AppError('conflict')
    await recordAudit(tx, call, {
      at,
      action: 'api-access.request',
      target: { kind: 'business', id: businessId },
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [businessId] })
    await notify(services, tx, {
      audience: { kind: 'role', role: 'admin' },
      type: 'businesses',
      title: `${businessName} requested API access`,
      message: 'Review the request and approve or decline it.',
      link: '/admin/api-access?state=requested',
      alsoByEmail: true,
    })
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [businessId] })
    return asApiAccess(row)
  })
}

interface AccessDecision {
  businessId: string
  businessName: string
  decision: ApiAccessDecision
  reason: string | null
}

/**
 * Notifies in the panel and by email, because whoever runs an integration that stops working must learn of
 * it.
 */
async function notifyManagers(services: Services, tx: Transaction, decided: AccessDecision): Promise<void> {
  const { title, message } = wordsOf(decided)
  const link = '/business/api'
  const data = { title, text: message, link: publicLink(services.publicUrl, link) }
  for (const manager of await listManagers(tx, decided.businessId)) {
    await queueEmail(services, tx, { to: manager, template: notificationEmail, data: data })
    await notify(services, tx, {
      audience: { kind: 'person', id: manager.id },
      type: 'businesses',
      title,
      message,
      link,
    })
  }
}

function wordsOf({ businessName, decision, reason }: AccessDecision) {
  const why = reason ? ` Reason: ${reason}` : ''
  switch (decision) {
    case 'approve':
      return {
        title: `${businessName} can use the API`,
        message: 'An administrator approved your request. You can create API keys now.',
      }
    case 'decline':
      return {
        title: `${businessName}’s API request was declined`,
        message: `An administrator declined your request for API access.${why}`,
      }
    case 'withdraw':
      return {
        title: `${businessName} can no longer use the API`,
        message: `An administrator withdrew API access and revoked all API keys.${why}`,
      }
  }
}

export interface DecisionInput {
  businessId: string
  decision: ApiAccessDecision
  reason?: string | undefined
}

/** Approval after a withdrawal starts without keys, so that no forgotten key works again. */
export function decideApiAccess(
  services: Services,
  call: Call,
  { businessId, decision, reason }: DecisionInput,
): Promise<ApiAccessRequest> {
  const admin = personOf(call)
  const at = services.clock.now()
  return services.database.transact(admin, async (tx) => {
    await requireAdministrator(tx, admin)
    const access = await lockAccess(tx, businessId)
    if (!access) throw new AppError('not-found')
    const { from, to } = apiAccessDecisions[decision]
    if (!(from as readonly ApiAccessState[]).includes(access.state)) throw new AppError('conflict')
    const decided = to === 'approved' ? null : reason || null
    await updateState(tx, businessId, { state: to, reason: decided }, at)
    const revoked = to === 'withdrawn' ? await revokeKeys(tx, { businessId }, at) : []
    await recordAudit(tx, call, {
      at,
      action: `api-access.${decision}`,
      target: { kind: 'business', id: businessId },
      ...(to === 'withdrawn' && { details: { keys: revoked.length } }),
    })
    const [row] = await requestPage(tx, { businessId }, undefined, 1, at)
    if (!row) throw new AppError('not-found')
    await notifyManagers(services, tx, {
      businessId,
      businessName: row.business_name,
      decision,
      reason: decided,
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [businessId] })
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [businessId] })
    return asRequest(row)
  })
}
