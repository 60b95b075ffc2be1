/** What a manager does: invite an auditor to a finished binder, see who was invited, revoke access. */
import {
  type Auditor,
  type AuditorStatus,
  auditorLimits,
  type NewAuditor,
} from '@exempta/contract/binders/auditors'
import { dayMs } from '@exempta/contract/durations'
import { dayInWords } from '@exempta/knowledge/dates'
import { states } from '@exempta/knowledge/states'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import { secretPath } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { hashToken, randomToken, timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { publishBinder, requireBinder } from '../binders.ts'
import { auditorInvitationEmail } from '../emails.ts'
import { lockBinder } from '../queries/binders.ts'
import { type AuditorRow, endGrant, insertGrant, listGrants } from './queries.ts'

function statusOf(row: AuditorRow, now: Date): AuditorStatus {
  if (row.revoked_at) return 'revoked'
  if (row.expires_at <= now) return 'expired'
  if (row.last_seen_at) return 'seen'
  return row.is_bounced ? 'bounced' : 'invited'
}

const asAuditor = (row: AuditorRow, now: Date): Auditor => ({
  id: row.id,
  email: row.email,
  status: statusOf(row, now),
  invitedBy: row.inviter_name,
  invitedAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

export function listAuditors({ database, clock }: Services, call: Call, id: string) {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      await requireBinder(tx, (await requireManager(tx, member)).businessId, id)
      const rows = await listGrants(tx, id)
      return { items: rows.map((row) => asAuditor(row, clock.now())) }
    },
    { readOnly: true },
  )
}

/** The end of the chosen day, but never longer than allowed and never longer than the binder itself. */
function endOf(endsOn: string, now: Date, binderExpiresAt: Date): Date {
  const chosen = new Date(`${endsOn}T23:59:59.999Z`)
  const latest = now.getTime() + auditorLimits.maxDays * dayMs
  const wrong = (message: string) => new AppError('invalid-input', { fields: [{ path: 'endsOn', message }] })
  if (chosen <= now) throw wrong('Please choose a day from today on')
  if (endsOn > new Date(latest).toISOString().slice(0, 10)) {
    throw wrong(`Please choose a day within the next ${auditorLimits.maxDays} days`)
  }
  return new Date(Math.min(chosen.getTime(), latest, binderExpiresAt.getTime()))
}

export async function inviteAuditor(
  services: Services,
  call: Call,
  binderId: string,
  { email, endsOn }: NewAuditor,
): Promise<Auditor> {
  const member = memberOf(call)
  const now = services.clock.now()
  const id = timeOrderedId(now)
  return services.database.transact(member, async (tx) => {
    const own = await requireManager(tx, member)
    const binder = await lockBinder(tx, own.businessId, binderId)
    if (!binder || binder.expires_at <= now) throw new AppError('not-found')
    if (own.businessStatus !== 'active') throw new AppError('business-not-active')
    if (binder.status !== 'ready') throw new AppError('conflict', { text: 'Make the binder first.' })
    const expiresAt = endOf(endsOn, now, binder.expires_at)
    const live = (await listGrants(tx, binderId)).filter((row) => !row.revoked_at && row.expires_at > now)
    if (live.some((row) => row.email === email)) {
      const text = 'This auditor is invited already. To send a new link, revoke access and invite them again.'
      throw new AppError('conflict', { text })
    }
    if (live.length >= auditorLimits.perBinder) {
      const text = `A binder can have up to ${auditorLimits.perBinder} auditors. Revoke the access of one of them first.`
      throw new AppError('conflict', { text })
    }
    const token = randomToken()
    const mailId = await queueEmail(services, tx, {
      to: email,
      template: auditorInvitationEmail,
      data: {
        business: own.businessName,
        stateName: states.get(binder.state)?.name ?? binder.state,
        period: `${dayInWords(binder.from_on)} to ${dayInWords(binder.to_on)}`,
        expiresAt,
        link: secretPath(services.publicUrl, `/audit/${token}`),
      },
    })
    await insertGrant(tx, {
      id,
      business_id: own.businessId,
      binder_id: binderId,
      email,
      token_hash: hashToken(token),
      mail_id: mailId,
      created_by: member.kind === 'person' ? member.id : null,
      created_at: now,
      expires_at: expiresAt,
    })
    const target = { kind: 'auditor', id } as const
    await recordAudit(tx, call, { at: now, action: 'auditor.invite', target, details: { binderId } })
    publishBinder(tx, own.businessId, binderId)
    const row = (await listGrants(tx, binderId)).find((one) => one.id === id)
    if (!row) throw new AppError('not-found')
    return asAuditor(row, now)
  })
}

/** The database lets the auditor's open pages know. */
export function revokeAuditor(
  services: Services,
  call: Call,
  { id: binderId, grantId }: { id: string; grantId: string },
): Promise<void> {
  const member = memberOf(call)
  const at = services.clock.now()
  return services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    await requireBinder(tx, businessId, binderId)
    if (!(await endGrant(tx, { binderId, grantId, at }))) throw new AppError('not-found')
    const target = { kind: 'auditor', id: grantId } as const
    await recordAudit(tx, call, { at, action: 'auditor.revoke', target, details: { binderId } })
    publishBinder(tx, businessId, binderId)
  })
}
