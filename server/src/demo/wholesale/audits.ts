/** One audit for which everything is ready, and one that someone has begun to prepare. */

import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { csvLine } from '@exempta/contract/csv'
import { dayMs } from '@exempta/contract/durations'
import { inviteAuditor, listAuditors } from '../../features/binders/auditors/auditors.ts'
import { getBinder, listBinders, makeBinder } from '../../features/binders/binders.ts'
import { createBinder } from '../../features/binders/create-binder.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import type { Services } from '../../platform/services.ts'
import { earlier } from '../earlier.ts'
import { type Cast, memberCall } from './cast.ts'
import { planSales } from './sales.ts'

export const demoAuditor = 'lee.carver@revenue.example'
const finished = 'MN'
const begun = 'IA'
const periodDays = 60
const accessDays = 45
const pollMs = 500

const dayOf = (start: Date, days: number) =>
  new Date(start.getTime() + days * dayMs).toISOString().slice(0, 10)

export async function prepareAudits(services: Services, cast: Cast, signal: AbortSignal): Promise<void> {
  const manager = memberCall(cast, 'managerId')
  const start = new Date(cast.startedAt)
  const { items } = await listBinders(services, manager, { limit: 100 })
  const find = (state: string) => items.find((binder) => binder.state === state)
  if (!find(begun)) await createBinder(earlier(services, 1.1), manager, withList(start))
  const { id } =
    find(finished) ?? (await createBinder(earlier(services, 0.4), manager, fields(finished, start)))
  const { status } = await getBinder(services, manager, id)
  if (status === 'draft') await makeBinder(services, manager, id)
  if (!(await untilReady(services, cast, id, signal))) return
  if ((await listAuditors(services, manager, id)).items.length > 0) return
  await inviteAuditor(services, manager, id, { email: demoAuditor, endsOn: dayOf(start, accessDays) })
}

async function untilReady(services: Services, cast: Cast, id: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const { status } = await getBinder(services, memberCall(cast, 'managerId'), id)
    if (status !== 'preparing') return status === 'ready'
    await delay(pollMs, undefined, { signal })
  }
}

async function* fields(state: string, start: Date): AsyncGenerator<UploadPart, void, void> {
  yield { kind: 'field', name: 'state', value: state }
  yield { kind: 'field', name: 'from', value: dayOf(start, -periodDays) }
  yield { kind: 'field', name: 'to', value: dayOf(start, -1) }
}

/** The auditor's list has invoices that nobody saved a receipt for. */
async function* withList(start: Date): AsyncGenerator<UploadPart, void, void> {
  yield* fields(begun, start)
  const known = planSales()
    .filter(({ customer }) => customer.state === begun)
    .map(({ reference, customer, daysAgo }) => [
      reference,
      dayOf(start, -daysAgo),
      customer.organization,
      customer.email,
    ])
  const unknown = [
    ['INV-19980', dayOf(start, -58), 'Mound Farm Stand', 'stand@mound-farm.example'],
    ['INV-19991', dayOf(start, -57), 'Czech Corner Bakery', 'bakery@czech-corner.example'],
    ['INV-20003', dayOf(start, -56), 'Grinnell Street Frames', 'frames@grinnell-street.example'],
  ]
  const rows = [['Invoice number', 'Invoice date', 'Customer', 'Email'], ...unknown, ...known]
  const content = Readable.from([Buffer.from(rows.map(csvLine).join(''))])
  yield { kind: 'file', field: 'file', untrustedName: 'invoices.csv', content }
}
