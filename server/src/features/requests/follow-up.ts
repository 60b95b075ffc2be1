/** Emails customers again whom a manager chose: a reminder, or the request once more. */
import { dayMs } from '@exempta/contract/durations'
import type { Emailed, NotEmailed, RequestStatus } from '@exempta/contract/requests'
import { requestLimits } from '@exempta/contract/requests/limits'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { nextReminder } from './campaigns/check-rows.ts'
import { requestEmail } from './emails.ts'
import { refusedAmong } from './queries/campaigns.ts'
import { noBounce, type StoredRequest, updateRequest, writtenRequests } from './queries/requests.ts'
import { addressHash } from './refusals.ts'
import { requestLinks } from './request-links.ts'
import { lockChosen, nameOfState, publishRequest, requireActive, requireEmailsLeft } from './requests.ts'

type FollowUp = 'remind' | 'resend'

export const remindRequests = (services: Services, call: Call, ids: readonly string[]) =>
  emailAgain(services, call, 'remind', ids)

export const resendRequests = (services: Services, call: Call, ids: readonly string[]) =>
  emailAgain(services, call, 'resend', ids)

/** Leaves out whom an email would annoy or can't reach, and says why. */
async function emailAgain(
  services: Services,
  call: Call,
  how: FollowUp,
  ids: readonly string[],
): Promise<Emailed> {
  const member = memberOf(call)
  const own = await services.database.transact(member, (tx) => requireManager(tx, member))
  requireActive(own)
  const { businessId, businessName: business } = own
  const linkTo = await requestLinks(services, businessId)
  const at = services.clock.now()
  const isReminder = how === 'remind'
  return services.database.transact(member, async (tx) => {
    const rows = await lockChosen(tx, businessId, ids)
    const written = new Map((await writtenRequests(tx, ids)).map((row) => [row.id, row]))
    const refused = await refusedBy(tx, businessId, rows)
    const left = new Map<NotEmailed, number>()
    const emailed: (StoredRequest & { email: string })[] = []
    for (const row of rows) {
      const { email } = row
      const status = written.get(row.id)?.status ?? 'open'
      const reason = notEmailed({ ...row, status }, how, refused.has(row.id), at)
      if (reason) left.set(reason, (left.get(reason) ?? 0) + 1)
      else if (email) emailed.push({ ...row, email })
    }
    await requireEmailsLeft(services, tx, businessId, emailed.length)
    for (const row of emailed) {
      const { id, email, due_on } = row
      const { subject = null, message = null } = written.get(id) ?? {}
      const replyTo = linkTo.replyTo(id)
      const data = {
        business,
        state: nameOfState(row.state),
        subject,
        message,
        isReminder,
        link: linkTo(id),
        canReply: replyTo !== undefined,
      }
      const mailId = await queueEmail(services, tx, { to: email, replyTo, template: requestEmail, data })
      const change = isReminder
        ? {
            reminded: row.reminded + 1,
            reminded_at: at,
            remind_on: nextReminder(due_on, at.toISOString().slice(0, 10)),
          }
        : { sent_at: at }
      await updateRequest(tx, id, { ...change, ...noBounce, mail_id: mailId, updated_at: at })
      await recordAudit(tx, call, { at, action: `request.${how}`, target: { kind: 'request', id } })
      publishRequest(tx, businessId, id)
    }
    return { count: emailed.length, left: [...left].map(([reason, count]) => ({ reason, count })) }
  })
}

/** The requests whose customer doesn't want to be asked. */
async function refusedBy(
  tx: Transaction,
  businessId: string,
  rows: readonly StoredRequest[],
): Promise<ReadonlySet<string>> {
  const hashes = new Map(
    rows.flatMap(({ id, email }) => (email ? [[id, addressHash(businessId, email)]] : [])),
  )
  if (hashes.size === 0) return new Set()
  const refused = await refusedAmong(tx, businessId, [...hashes.values()])
  return new Set([...hashes].flatMap(([id, hash]) => (refused.has(hash.toString('hex')) ? [id] : [])))
}

/** Emails that never left can be written again at once. */
const neverLeft: readonly RequestStatus[] = ['bounced', 'kept']

function notEmailed(
  row: StoredRequest & { status: RequestStatus },
  how: FollowUp,
  isRefused: boolean,
  at: Date,
): NotEmailed | undefined {
  if (row.received_at || row.declined_at || row.closed_at) return 'answered'
  if (row.email === null) return 'no-address'
  if (isRefused) return 'refused'
  if (row.sent_at === null) return 'not-sent'
  if (how === 'remind' && row.reminded >= requestLimits.reminders) return 'too-often'
  const last = Math.max(row.sent_at.getTime(), row.reminded_at?.getTime() ?? 0)
  const isRecent = last > at.getTime() - requestLimits.emailedAgainDays * dayMs
  const isUnsent = how === 'resend' && neverLeft.includes(row.status)
  return isRecent && !isUnsent ? 'too-soon' : undefined
}
