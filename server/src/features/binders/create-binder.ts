/** Starts a binder for a state and period, or with the auditor's list of invoices. */

import { type Binder, BinderForm, binderLimits } from '@exempta/contract/binders'
import { dayMs } from '@exempta/contract/durations'
import { states } from '@exempta/knowledge/states'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import { type ReceivedList, receiveList } from '../../platform/csv/receive-list.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager } from '../businesses/index.ts'
import { noteTaxOfListed } from '../coverage/index.ts'
import { getBinder, publishBinder } from './binders.ts'
import { findColumns, problemOf, refuseWrongLines, storeRows, wrong } from './listed-sales.ts'
import { deleteBinder, insertBinder, updateBinder } from './queries/binders.ts'
import { insertSales, type ListedSale, periodOf } from './queries/sales.ts'

const rowsMax: number = binderLimits.listRows

/** The fields come before the file, so that wrong ones are refused before it arrives. */
export async function createBinder(
  services: Services,
  call: Call,
  parts: AsyncIterable<UploadPart>,
  mostRows = rowsMax,
): Promise<Binder> {
  const member = memberOf(call)
  const { businessId } = await services.database.transact(member, (tx) => requireManager(tx, member))
  await services.files.requireFreeSpace()
  const fields: Record<string, string> = {}
  let id: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field') {
      fields[part.name] = part.value
      continue
    }
    if (part.field !== 'file' || id) throw wrong('file', 'Please attach one file')
    const form = formOf(fields)
    const list = await receiveList(part.content, { rowsMax: mostRows, rowsName: 'invoices' })
    id = await withList(services, call, member, { businessId, ...form }, list)
  }
  id ??= await withoutList(services, call, member, { businessId, ...formOf(fields) })
  return getBinder(services, call, id)
}

function formOf(fields: Record<string, string>): BinderForm {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const form = BinderForm.safeParse({ state: '', ...given })
  if (!form.success) {
    const issues = form.error.issues.map(({ path, message }) => ({
      path: path.join('.') || 'state',
      message,
    }))
    throw new AppError('invalid-input', { fields: issues })
  }
  if (!states.has(form.data.state)) throw wrong('state', 'Please choose a state')
  return form.data
}

type NewBinder = BinderForm & { businessId: string }

async function withoutList(
  services: Services,
  call: Call,
  member: MemberActor,
  { businessId, state, from, to }: NewBinder,
): Promise<string> {
  if (!from) throw wrong('from', 'Please choose the first day')
  if (!to) throw wrong('to', 'Please choose the last day')
  const at = services.clock.now()
  const id = timeOrderedId(at)
  await services.database.transact(member, async (tx) => {
    await insertBinder(tx, newRow({ id, businessId, state, from, to, at, member }))
    await recordCreated(services, call, { tx, businessId, id, hasList: false })
  })
  return id
}

const newRow = (binder: {
  id: string
  businessId: string
  state: string
  from: string
  to: string
  at: Date
  member: MemberActor
}) => ({
  id: binder.id,
  business_id: binder.businessId,
  state: binder.state,
  from_on: binder.from,
  to_on: binder.to,
  requested_by: binder.member.kind === 'person' ? binder.member.id : null,
  created_at: binder.at,
  updated_at: binder.at,
  expires_at: new Date(binder.at.getTime() + binderLimits.draftDays * dayMs),
})

type Tx = Parameters<typeof insertBinder>[0]

async function recordCreated(
  { clock }: Services,
  call: Call,
  { tx, businessId, id, hasList }: { tx: Tx; businessId: string; id: string; hasList: boolean },
): Promise<void> {
  const target = { kind: 'binder', id } as const
  await recordAudit(tx, call, { at: clock.now(), action: 'binder.create', target, details: { hasList } })
  publishBinder(tx, businessId, id)
}

async function withList(
  services: Services,
  call: Call,
  member: MemberActor,
  { businessId, state, from, to }: NewBinder,
  list: ReceivedList,
): Promise<string> {
  const columns = findColumns(list.header)
  if (columns.reference === undefined) {
    throw wrong('file', 'We couldn’t find a column with invoice numbers. Call it “Invoice number”.')
  }
  if (list.rowCount === 0) throw wrong('file', 'This file has no invoices')
  const at = services.clock.now()
  await refuseWrongLines(list, (record) => problemOf(record, columns, at))
  const id = timeOrderedId(at)
  const today = at.toISOString().slice(0, 10)
  await services.database.transact(member, (tx) =>
    insertBinder(tx, {
      ...newRow({ id, businessId, state, from: from ?? today, to: to ?? from ?? today, at, member }),
      has_list: true,
    }),
  )
  try {
    const store = (batch: ListedSale[]) =>
      services.database.transact(member, (tx) =>
        insertSales(tx, { id, business_id: businessId, state }, batch),
      )
    await storeRows(list.rows(), columns, store)
    await services.database.transact(member, async (tx) => {
      const period = await periodOf(tx, id)
      const [begin, end] = [from ?? period?.from, to ?? period?.to]
      if (!begin || !end)
        throw wrong('from', 'Please choose From and To: the list has no dates that we can read')
      const whole = BinderForm.safeParse({ state, from: begin, to: end })
      if (!whole.success) throw wrong('to', whole.error.issues[0]?.message ?? 'Please choose another period')
      await updateBinder(tx, id, { from_on: begin, to_on: end })
      await noteTaxOfListed(tx, id)
      await recordCreated(services, call, { tx, businessId, id, hasList: true })
    })
    return id
  } catch (error) {
    await services.database.transact(member, (tx) => deleteBinder(tx, id))
    throw error
  }
}
