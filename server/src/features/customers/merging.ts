/**
 * Two records that turn out to be one customer. The source stays as a row that names its target, because receipts, requests
 * and the audit log name the record of their day. What moved is kept for 30 days, so that the two can be taken apart.
 */
import { customerLimits } from '@exempta/contract/customers/limits'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { MovedCustomer } from '../../platform/db/column-values.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { applyCustomerChange } from './change-record.ts'
import { renewRecord } from './matching.ts'
import { type MergedFields, mergedFields, takenApart } from './merged-fields.ts'
import {
  countLinked,
  endMerge,
  findMerge,
  insertMerge,
  listChildIds,
  moveChildren,
  moveLinks,
  returnLinks,
} from './queries/merging.ts'
import {
  type CustomerRecord,
  findRecord,
  listAncestors,
  lockRecords,
  updateRecord,
} from './queries/records.ts'
import { readCustomer, requireUnmerged } from './records.ts'
import { asCustomer } from './shapes.ts'

interface Pair {
  sourceId: string
  targetId: string
}

export function previewMerge({ database }: Services, call: Call, pair: Pair) {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const records = await Promise.all(
        [pair.sourceId, pair.targetId].map((id) => findRecord(tx, businessId, id)),
      )
      const { source, target } = requirePair(records, pair)
      const { fields, notes } = mergedFields(source, target)
      return {
        source: asCustomer(source, null),
        target: asCustomer(target, null),
        merged: asCustomer({ ...target, ...fields }, null),
        certificates: await countLinked(tx, source.id),
        notes,
      }
    },
    { readOnly: true },
  )
}

export function mergeCustomers(
  services: Services,
  call: Call,
  { sourceVersion, targetVersion, ...pair }: Pair & { sourceVersion: number; targetVersion: number },
) {
  const member = memberOf(call)
  return services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const { source, target } = await lockPair(tx, businessId, pair)
    if (source.version !== sourceVersion || target.version !== targetVersion) throw new AppError('conflict')
    return mergeWithin(services, tx, call, { source, target, action: 'customer.merge' })
  })
}

export async function lockPair(tx: Transaction, businessId: string, pair: Pair) {
  return requirePair(await lockRecords(tx, businessId, [pair.sourceId, pair.targetId]), pair)
}

function requirePair(records: readonly (CustomerRecord | undefined)[], { sourceId, targetId }: Pair) {
  if (sourceId === targetId) {
    const message = 'Please choose another customer'
    throw new AppError('invalid-input', { fields: [{ path: 'targetId', message }] })
  }
  const source = records.find((one) => one?.id === sourceId)
  const target = records.find((one) => one?.id === targetId)
  if (!source || !target) throw new AppError('not-found')
  requireUnmerged(source)
  requireUnmerged(target)
  return { source, target }
}

/** The caller has locked both. */
export async function mergeWithin(
  { clock }: Services,
  tx: Transaction,
  call: Call,
  {
    source,
    target,
    action,
  }: {
    source: CustomerRecord
    target: CustomerRecord
    action: 'customer.merge' | 'customer.accept-suggestion'
  },
) {
  const at = clock.now()
  const { business_id: businessId } = target
  const { fields } = mergedFields(source, target)
  const above = await listAncestors(tx, target.id, customerLimits.parentDepth)
  const children = (await listChildIds(tx, source.id)).filter((id) => id !== target.id && !above.includes(id))
  // Of two that are above one another, the one that stays keeps no parent that is below it.
  const aboveSource = await listAncestors(tx, source.id, customerLimits.parentDepth)
  const isBelow = above.includes(source.id) || fields.parent_id === source.id
  const parentId = isBelow ? null : aboveSource.includes(target.id) ? target.parent_id : fields.parent_id
  const after = { ...fields, parent_id: parentId }
  // The number is free before the target takes it.
  await updateRecord(tx, businessId, source.id, {
    merged_into: target.id,
    is_kept: true,
    number: after.number === source.number ? null : source.number,
    updated_at: at,
  })
  await updateRecord(tx, businessId, target.id, { ...asColumns(after), is_kept: true, updated_at: at })
  await moveChildren(tx, children, source.id, target.id)
  const links = await moveLinks(tx, source.id, target.id)
  for (const id of [source.id, target.id]) await renewRecord(tx, businessId, id, at)
  const id = timeOrderedId(at)
  const moved: MovedCustomer = {
    links,
    children,
    before: fieldsOf(target),
    after,
    sourceNumber: source.number,
  }
  const mergedBy = call.actor.kind === 'person' || call.actor.kind === 'key' ? call.actor.id : null
  await insertMerge(tx, {
    id,
    business_id: businessId,
    source_id: source.id,
    target_id: target.id,
    moved: JSON.stringify(moved),
    merged_by: mergedBy,
    merged_at: at,
  })
  await applyCustomerChange(tx, call, { at, businessId, ids: [target.id, source.id], action })
  return {
    id,
    customer: await readCustomer(tx, businessId, target.id),
    canUndoUntil: new Date(at.getTime() + customerLimits.mergeUndoMs).toISOString(),
  }
}

/** What was changed at the target since then stays there. */
export function undoMerge({ database, clock }: Services, call: Call, id: string) {
  const member = memberOf(call)
  return database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const merge = await findMerge(tx, businessId, id)
    if (!merge || merge.undone_at !== null) throw new AppError('not-found')
    const at = clock.now()
    const { source_id: sourceId, target_id: targetId, moved } = merge
    if (moved === null || at.getTime() - merge.merged_at.getTime() > customerLimits.mergeUndoMs) {
      throw new AppError('gone', {
        text: `A merge can be undone for ${customerLimits.mergeUndoDays} days. Move the certificates one by one instead.`,
      })
    }
    const records = await lockRecords(tx, businessId, [sourceId, targetId])
    const target = records.find((one) => one.id === targetId)
    if (!target) throw new AppError('not-found')
    requireUnmerged(target)
    const fields = takenApart(fieldsOf(target), moved)
    await updateRecord(tx, businessId, targetId, { ...asColumns(fields), updated_at: at })
    await updateRecord(tx, businessId, sourceId, {
      merged_into: null,
      number: fields.number === moved.sourceNumber ? null : moved.sourceNumber,
      updated_at: at,
    })
    await moveChildren(tx, moved.children, targetId, sourceId)
    await returnLinks(tx, moved.links, targetId, sourceId)
    await endMerge(tx, id, at)
    for (const one of [sourceId, targetId]) await renewRecord(tx, businessId, one, at)
    await applyCustomerChange(tx, call, {
      at,
      businessId,
      ids: [targetId, sourceId],
      action: 'customer.undo-merge',
    })
    return {
      source: await readCustomer(tx, businessId, sourceId),
      target: await readCustomer(tx, businessId, targetId),
    }
  })
}

const fieldsOf = (row: CustomerRecord): MergedFields => ({
  number: row.number,
  other_names: row.other_names,
  contacts: row.contacts,
  addresses: row.addresses,
  tags: row.tags,
  note: row.note,
  parent_id: row.parent_id,
})

const asColumns = ({ contacts, addresses, ...fields }: MergedFields) => ({
  ...fields,
  contacts: JSON.stringify(contacts),
  addresses: JSON.stringify(addresses),
})
