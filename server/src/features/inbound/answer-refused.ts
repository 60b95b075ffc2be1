import type { Transaction } from '../../platform/db/database.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { Services } from '../../platform/services.ts'
import { replyAddressFor } from '../requests/index.ts'
import { attachmentsRefusedEmail } from './emails.ts'
import { limits } from './limits.ts'
import { type EmailRow, findBusiness, wasAnswered } from './queries.ts'

interface Answered {
  from: string | null
  checks: { isAuthentic: boolean }
  attachments: readonly { name: string; refusal: string | null; isDecoration: boolean }[]
}

/** Answers people whose address is confirmed by their domain, and not often: an answer must never begin a loop. */
export async function answerRefused(
  services: Services,
  tx: Transaction,
  row: Pick<EmailRow, 'business_id' | 'request_id'>,
  { from, checks, attachments }: Answered,
): Promise<void> {
  const refused = attachments.flatMap(({ name, refusal, isDecoration }) =>
    refusal !== null && !isDecoration ? [{ name, refusal }] : [],
  )
  if (from === null || !checks.isAuthentic || refused.length === 0) return
  const template = attachmentsRefusedEmail
  const since = new Date(services.clock.now().getTime() - limits.answerPauseMs)
  if (await wasAnswered(tx, { recipient: from, template: template.name, since })) return
  const business = await findBusiness(tx, row.business_id)
  if (!business) return
  const added = attachments.filter(({ refusal }) => refusal === null).length
  await queueEmail(services, tx, {
    to: from,
    replyTo: await replyAddressFor(services, tx, { businessId: row.business_id, requestId: row.request_id }),
    template,
    data: { business: business.name, files: refused.slice(0, limits.attachments), added },
  })
}
