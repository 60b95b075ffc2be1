/** Sends lists at a pace and reminds, up to a limit a day for each business. Whoever has answered hears no more. */
import { dayMs } from '@exempta/contract/durations'
import { requestLimits } from '@exempta/contract/requests/limits'
import { states } from '@exempta/knowledge/states'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import type { Services } from '../../../platform/services.ts'
import { requestEmail } from '../emails.ts'
import { limits } from '../limits.ts'
import { finishSending, listSending, listToRemind, listUnsent, type ToSend } from '../queries/campaigns.ts'
import { countSent, noBounce, updateRequest } from '../queries/requests.ts'
import { refusalOf } from '../refusals.ts'
import { type LinkWriter, requestLinks } from '../request-links.ts'
import { publishRequest } from '../requests.ts'
import { nextReminder } from './check-rows.ts'

/** One minute's worth of emails of every campaign, and of reminders. */
export async function sendCampaigns(services: Services): Promise<void> {
  const { database } = services
  const sending = await database.transact(systemActor, listSending)
  for (const { id, business_id: businessId } of sending) {
    const linkTo = await requestLinks(services, businessId)
    await database.transact(systemActor, async (tx) => {
      const left = await leftToday(services, tx, businessId)
      const rows = left > 0 ? await listUnsent(tx, id, left) : []
      for (const row of rows) await sendOne(services, tx, row, linkTo)
      await finishSending(tx, id, services.clock.now())
      if (rows.length > 0) publishRequest(tx, businessId, id)
    })
  }
  await sendReminders(services)
}

async function leftToday({ clock }: Services, tx: Transaction, businessId: string): Promise<number> {
  const sent = await countSent(tx, businessId, new Date(clock.now().getTime() - dayMs))
  return Math.min(limits.campaignEmailsPerMinute, requestLimits.requestEmailsPerDay - sent)
}

async function sendReminders(services: Services): Promise<void> {
  const { clock, database } = services
  const today = clock.now().toISOString().slice(0, 10)
  const writers = new Map<string, LinkWriter>()
  const due = await database.transact(systemActor, (tx) =>
    listToRemind(tx, today, limits.campaignReminders, limits.campaignEmailsPerMinute),
  )
  for (const businessId of new Set(due.map(({ business_id }) => business_id))) {
    writers.set(businessId, await requestLinks(services, businessId))
  }
  await database.transact(systemActor, async (tx) => {
    const rows = await listToRemind(tx, today, limits.campaignReminders, limits.campaignEmailsPerMinute)
    for (const row of rows) {
      const linkTo = writers.get(row.business_id)
      if (linkTo && (await leftToday(services, tx, row.business_id)) > 0) {
        await sendOne(services, tx, row, linkTo, true)
      }
    }
  })
}

/** Obeys what the customer told the business since the list was uploaded. */
async function sendOne(
  services: Services,
  tx: Transaction,
  row: ToSend,
  linkTo: LinkWriter,
  isReminder = false,
): Promise<void> {
  const at = services.clock.now()
  const { id, business_id: businessId, email } = row
  if (await refusalOf(tx, businessId, email)) {
    await updateRequest(tx, id, { closed_at: at, remind_on: null, updated_at: at })
    return
  }
  const state = row.state === null ? null : (states.get(row.state)?.name ?? row.state)
  const { business_name: business, subject, message } = row
  const replyTo = linkTo.replyTo(id)
  const canReply = replyTo !== undefined
  const data = { business, state, subject, message, isReminder, link: linkTo(id), canReply }
  const mailId = await queueEmail(services, tx, { to: email, replyTo, template: requestEmail, data })
  const remindOn = nextReminder(row.due_on, at.toISOString().slice(0, 10))
  const sent = isReminder ? { reminded: row.reminded + 1, reminded_at: at } : { sent_at: at }
  await updateRequest(tx, id, { ...sent, ...noBounce, mail_id: mailId, remind_on: remindOn, updated_at: at })
}
