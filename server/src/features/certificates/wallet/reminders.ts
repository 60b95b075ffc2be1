/**
 * Reminders before certificates expire. The row that says that a step was sent commits together with its email and
 * notification, so that a crash or another worker sends nothing twice (0235).
 */
import { expiryWords } from '@exempta/contract/certificates/expiry'
import { hourMs } from '@exempta/contract/durations'
import { dayIn, dayInWords, daysBetween, nextDay } from '@exempta/knowledge/dates'
import { states as allStates } from '@exempta/knowledge/states'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { publicLink } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import type { Services } from '../../../platform/services.ts'
import { listReaders } from '../../businesses/index.ts'
import { notify } from '../../notifications/index.ts'
import { renewEnds } from '../reading/expirations.ts'
import { certificateExpiresEmail, receivedCertificatesExpireEmail } from './emails.ts'
import {
  type BusinessReminder,
  type EndPosition,
  listBusinessesToRemind,
  type OwnerReminder,
  type ReminderTime,
  takeBusinessReminders,
  takeOwnerReminders,
} from './queries/reminders.ts'

const certificatesAtOnce = 100
const businessesAtOnce = 100
const customersShown = 10

/** At this hour UTC it is the same calendar day in every state and territory, and morning in most of them. */
export const startsAfterMs = 13 * hourMs

export const reminderTime = (now: Date): ReminderTime => ({
  day: new Date(now.getTime() - startsAfterMs).toISOString().slice(0, 10),
  now,
  startsAfterMs,
})

export async function sendReminders(services: Services): Promise<void> {
  await renewEnds(services)
  const time = reminderTime(services.clock.now())
  await remindOwners(services, time)
  await remindBusinesses(services, time)
}

async function remindOwners(services: Services, time: ReminderTime): Promise<void> {
  let after: EndPosition | undefined
  do {
    const taken = await services.database.transact(systemActor, async (tx) => {
      const page = await takeOwnerReminders(tx, time, after, certificatesAtOnce)
      for (const reminder of page) if (reminder.step !== null) await remindOwner(services, tx, reminder)
      return page
    })
    const last = taken.length === certificatesAtOnce ? taken.at(-1) : undefined
    after = last && [last.ends_on, last.document_id]
  } while (after)
}

async function remindOwner(services: Services, tx: Transaction, reminder: OwnerReminder): Promise<void> {
  const { document_id: id, document_name: document, businesses, ends_on, states, owner_id } = reminder
  const title = `${certificateIn(states)} ${expiryIn(states, ends_on, services.clock.now())}`
  const path = `/user/wallet/${id}/renew` as const
  const hint = renewHint(businesses)
  const expiry = expiryWords(ends_on, todayIn(states, services.clock.now()), dayInWords(ends_on))
  await notify(services, tx, {
    audience: { kind: 'person', id: owner_id },
    type: 'other',
    title,
    message: `${document} ${expiry}. ${hint}`,
    link: path,
  })
  if (!reminder.wants_email) return
  await queueEmail(services, tx, {
    to: { id: owner_id, email: reminder.owner_email },
    template: certificateExpiresEmail,
    data: { title, document, expiry, hint, link: publicLink(services.publicUrl, path) },
  })
}

async function remindBusinesses(services: Services, time: ReminderTime): Promise<void> {
  let after: string | undefined
  do {
    const ids = await services.database.transact(
      systemActor,
      (tx) => listBusinessesToRemind(tx, time, after, businessesAtOnce),
      { readOnly: true },
    )
    for (const id of ids) {
      await services.database.transact(systemActor, async (tx) => {
        const due = await takeBusinessReminders(tx, time, id, customersShown)
        for (const reminder of due) await remindBusiness(services, tx, id, reminder)
      })
    }
    after = ids.length === businessesAtOnce ? ids.at(-1) : undefined
  } while (after)
}

async function remindBusiness(
  services: Services,
  tx: Transaction,
  businessId: string,
  reminder: BusinessReminder,
): Promise<void> {
  const { ends_on, count, states } = reminder
  const customers = namesOf(reminder)
  const what = count === 1 ? `The certificate of ${customers[0]}` : `${count} certificates`
  const title = `${what} ${expiryIn(states, ends_on, services.clock.now(), count)}`
  const expiry = expiryWords(ends_on, todayIn(states, services.clock.now()), dayInWords(ends_on), count)
  const expiresBefore = nextDay(ends_on)
  await notify(services, tx, {
    audience: { kind: 'business', id: businessId },
    type: 'users',
    title,
    message: customers.join(', '),
    link: `/business/coverage?expiresBefore=${expiresBefore}`,
  })
  const link = publicLink(services.publicUrl, '/business/coverage', { expiresBefore })
  for (const reader of await listReaders(tx, [businessId], 'mails_expirations')) {
    const data = { title, customers, expiry: `${count === 1 ? 'It' : 'They'} ${expiry}`, link }
    await queueEmail(services, tx, { to: reader, template: receivedCertificatesExpireEmail, data })
  }
}

const namesOf = ({ customers, customer_count: count }: BusinessReminder): string[] =>
  count > customers.length ? [...customers, `and ${count - customers.length} more`] : customers

function certificateIn(states: readonly string[]): string {
  const [first = '', second] = states.map((state) => allStates.get(state)?.name ?? state)
  if (states.length === 1) return `Your ${first} certificate`
  return states.length === 2
    ? `Your certificate for ${first} and ${second}`
    : `Your certificate for ${states.length} states`
}

/** By the calendar of the first of its states. */
const todayIn = ([state = '']: readonly string[], now: Date): string =>
  dayIn(allStates.get(state)?.timeZone ?? 'America/New_York', now)

function expiryIn(states: readonly string[], endsOn: string, now: Date, count = 1): string {
  const today = todayIn(states, now)
  const daysLeft = daysBetween(today, endsOn)
  const verb = count === 1 ? 'expires' : 'expire'
  if (daysLeft < 0) return expiryWords(endsOn, today, dayInWords(endsOn), count)
  if (daysLeft === 0) return `${verb} today`
  return daysLeft === 1 ? `${verb} tomorrow` : `${verb} in ${daysLeft} days`
}

function renewHint(businesses: number): string {
  if (businesses === 0) return 'Upload the new one to keep buying without sales tax.'
  return businesses === 1
    ? '1 business has it. Upload the new one and send it there in one step.'
    : `${businesses} businesses have it. Upload the new one and send it to all of them in one step.`
}
