/**
 * Which certificates belong to which record. The database decides (`match_customers`), because an owner who shares a
 * certificate doesn't see the records of the business. Sure matches are made; the others are suggested.
 */
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import {
  insertListedTerms,
  mergedNumbersOf,
  removeListedTerms,
  type SavedCustomer,
} from './queries/listed.ts'
import { listMatchable, matchStated, statedBy } from './queries/matching.ts'
import { findRecord, listMergedNumbers, putRecordTerms } from './queries/records.ts'
import { recordTerms } from './search-terms.ts'

/** Call after what the certificates of these shares say was indexed, and when it's known which request they answer. */
export async function matchArrived(
  { clock }: Services,
  tx: Transaction,
  shareIds: readonly string[],
): Promise<void> {
  const stated = await statedBy(tx, shareIds)
  if (stated.length > 0) await matchStated(tx, stated, clock.now())
}

const matchedOfRecord = 100
const matchedOfList = 2000

/** The same for many records that a list made or changed. */
export async function renewRecords(
  tx: Transaction,
  businessId: string,
  { made, changed }: { made: readonly SavedCustomer[]; changed: readonly SavedCustomer[] },
  at: Date,
): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const merged = Map.groupBy(await mergedNumbersOf(tx, ids), ({ id }) => id)
  const withTerms = ({ id, customer: { number, ...customer } }: SavedCustomer) => {
    const others = (merged.get(id) ?? []).map((one) => one.number)
    const numbers = [...(number === null ? [] : [number]), ...others]
    return { id, terms: recordTerms({ ...customer, numbers }) }
  }
  await removeListedTerms(tx, ids)
  const records = [...made, ...changed]
  await insertListedTerms(tx, businessId, records.map(withTerms))
  const names = records.flatMap(({ customer: { name, otherNames } }) => [name, ...otherNames])
  const emails = records.flatMap(({ customer }) => customer.contacts.flatMap(({ email }) => email ?? []))
  const stated = await listMatchable(tx, businessId, { names, emails }, matchedOfList)
  if (stated.length > 0) await matchStated(tx, stated, at)
}

/** Call after a record was written: what it is found by, and certificates that may belong to it. */
export async function renewRecord(tx: Transaction, businessId: string, id: string, at: Date): Promise<void> {
  const record = await findRecord(tx, businessId, id)
  if (!record) return
  const { name, other_names: otherNames, number, contacts } = record
  const merged = await listMergedNumbers(tx, businessId, id)
  const numbers = [...(number === null ? [] : [number]), ...merged]
  const isFound = record.merged_into === null
  await putRecordTerms(
    tx,
    businessId,
    id,
    isFound ? recordTerms({ name, otherNames, numbers, contacts }) : [],
  )
  if (!isFound) return
  const emails = contacts.flatMap(({ email }) => email ?? [])
  const stated = await listMatchable(
    tx,
    businessId,
    { names: [name, ...otherNames], emails },
    matchedOfRecord,
  )
  if (stated.length > 0) await matchStated(tx, stated, at)
}
