/** A small data set, and reports on it that are computed independently of the product's code. */
import { randomUUID } from 'node:crypto'
import type { ReportType } from '@exempta/contract/reports/catalog'
import type { TestApp } from '../../../test/app.ts'

export type Value = string | number | boolean | null
export type PlainRow = Record<string, Value>

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 1, day, hour)).toISOString()
const word = (index: number) =>
  String.fromCharCode(97 + (index % 26), 97 + ((index * 7) % 26), 97 + ((index * 3) % 26))

/** Values are spread so that no two columns vary together. */
export async function insertTestRows(test: TestApp): Promise<void> {
  const insert = (table: string, row: PlainRow) => {
    const names = Object.keys(row)
    return test.database.executeAsOwner(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item
  const people: string[] = []
  for (let n = 0; n < 14; n++) {
    const id = randomUUID()
    people.push(id)
    await insert('users', {
      id,
      name: `${n % 3 === 0 ? word(n).toUpperCase() : word(n)}`,
      email: `${word(n + 5)}@example.org`,
      role: n < 6 ? 'user' : 'business',
      status: pick(['active', 'inactive', 'suspended', 'active'], n),
      created_at: at(1 + ((n * 5) % 28)),
      updated_at: at(2 + n),
    })
  }
  const businesses: string[] = []
  for (let n = 0; n < 6; n++) {
    const id = randomUUID()
    businesses.push(id)
    await insert('businesses', {
      id,
      name: n === 0 ? 'fifty%_off' : `${word(n + 2)}business`,
      email: `${word(n + 9)}@example.com`,
      status: pick(['active', 'inactive', 'pending'], n),
      verified: n % 2 === 0,
      business_type: pick(['Retail', 'Healthcare', null, 'Other'], n),
      tax_id: n % 3 === 0 ? null : `12-345678${n}`,
      date_registered: at(1 + n),
      created_at: at(1 + ((n * 9) % 28)),
      updated_at: at(20),
    })
  }
  for (let n = 6; n < people.length; n++) {
    await insert('business_users', {
      id: randomUUID(),
      business_id: pick(businesses, n * n),
      user_id: people[n] ?? '',
      role: n % 3 === 0 ? 'manager' : 'viewer',
      status: n % 4 === 0 ? 'pending' : 'active',
      date_added: at(3 + n),
      last_active: n % 2 === 0 ? null : at(20, n),
      created_at: at(1 + ((n * 3) % 28)),
      updated_at: at(21),
    })
  }
  for (let n = 0; n < 24; n++) {
    const id = randomUUID()
    const status = pick(['processed', 'failed', 'processing', 'processed', 'processed'], n)
    const owner = pick(people.slice(0, 6), n)
    // The first two are at the very edges of the last day of the ranges.
    const created =
      n === 0 ? '2026-02-10T23:59:59.999Z' : n === 1 ? '2026-02-11T00:00:00.000Z' : at(1 + ((n * 11) % 28), n)
    await insert('documents', {
      id,
      owner_id: owner,
      name: n === 3 ? '=SUM(1)' : `${word(n)}form`,
      type: pick(['application/pdf', 'image/png', 'image/jpeg'], n),
      status,
      size_bytes: 1,
      content_hash: `\\x${'00'.repeat(32)}`,
      has_original: status === 'processing',
      version: status === 'processed' ? 1 : 0,
      page_count: pick([1, 3, null, 12], n),
      failure: status === 'failed' ? 'damaged' : null,
      created_at: created,
      updated_at: at(25, n),
      processed_at: status === 'processed' ? at(25, n) : null,
    })
    if (n % 5 === 2) continue
    const link = randomUUID()
    const isEmailed = n % 4 === 0
    if (isEmailed)
      await insert('mail_share_links', {
        id: link,
        token_hash: `\\x${n.toString(16).padStart(64, '0')}`,
        owner_id: owner,
        email: 'receiver@example.net',
        created_at: at(26),
        expires_at: at(28),
      })
    const outcome = isEmailed ? 'pending' : pick(['verified', 'pending', 'rejected'], n)
    const isReviewed = outcome !== 'pending'
    await insert('document_shares', {
      id: randomUUID(),
      document_id: id,
      owner_id: owner,
      business_id: isEmailed ? null : pick(businesses, n * 5),
      email: isEmailed ? 'receiver@example.net' : null,
      link_id: isEmailed ? link : null,
      expires_at: isEmailed ? at(28) : null,
      can_download: true,
      has_watermark: false,
      tells_first_view: false,
      shared_at: at(26, n),
      created_at: at(1 + ((n * 5) % 28), n),
      updated_at: at(27),
      status: outcome,
      reviewed_at: isReviewed ? at(27, n % 7) : null,
      reviewed_by: isReviewed ? (people[6 + (n % 8)] ?? null) : null,
      reject_reason: outcome === 'rejected' ? 'Expired' : null,
    })
  }
}

type Tables = Record<'users' | 'businesses' | 'business_users' | 'documents' | 'document_shares', PlainRow[]>

async function readTables(test: TestApp): Promise<Tables> {
  const read = async (table: keyof Tables) => {
    const { rows } = await test.database.executeAsOwner(`select * from ${table}`)
    return (rows as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          (value instanceof Date ? value.toISOString() : value) as Value,
        ]),
      ),
    )
  }
  return {
    users: await read('users'),
    businesses: await read('businesses'),
    business_users: await read('business_users'),
    documents: await read('documents'),
    document_shares: await read('document_shares'),
  }
}

const only = (row: PlainRow | undefined, names: string): PlainRow =>
  Object.fromEntries(names.split(' ').map((name) => [name, row?.[name] ?? null]))
const under = (prefix: string, row: PlainRow) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`${prefix}.${name}`, value]))

/** Every row of each type with all of its own and its relations' columns. */
export async function expectedRows(test: TestApp): Promise<Record<ReportType, PlainRow[]>> {
  const tables = await readTables(test)
  const find = (table: keyof Tables, id: Value | undefined) => tables[table].find((row) => row.id === id)
  const user = (row?: PlainRow) => only(row, 'id name email role status created_at updated_at')
  const business = (row?: PlainRow) =>
    only(
      row,
      'id name email status verified business_type tax_id date_registered documents_received user_count created_at updated_at',
    )
  const hours = (from: Value | undefined, to: Value | undefined) =>
    typeof from === 'string' && typeof to === 'string'
      ? (Date.parse(to) - Date.parse(from)) / 3_600_000
      : null
  const review = (share?: PlainRow) => ({
    review_outcome: share?.status ?? null,
    reviewer: find('users', share?.reviewed_by)?.name ?? null,
    reviewed_at: share?.reviewed_at ?? null,
    hours_to_review: hours(share?.shared_at, share?.reviewed_at),
  })
  const document = (row?: PlainRow) => ({
    ...only(row, 'id name type status created_at updated_at page_count'),
    date_uploaded: row?.created_at ?? null,
    date_processed: row?.processed_at ?? null,
    user_id: row?.owner_id ?? null,
    ...review(tables.document_shares.find((share) => share.document_id === row?.id && share.business_id)),
  })
  return {
    users: tables.users.map(user),
    businesses: tables.businesses.map(business),
    documents: tables.documents.map((row) => ({
      ...document(row),
      ...under('owner', user(find('users', row.owner_id))),
    })),
    document_shares: tables.document_shares.map((row) => ({
      ...only(row, 'id document_id business_id shared_at created_at updated_at'),
      ...review(row),
      ...under('document', document(find('documents', row.document_id))),
      ...under('business', business(find('businesses', row.business_id))),
    })),
    business_users: tables.business_users.map((row) => ({
      ...only(row, 'id business_id role status date_added last_active created_at updated_at'),
      ...only(find('users', row.user_id), 'name email'),
      ...under('business', business(find('businesses', row.business_id))),
    })),
  }
}

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max'

export function aggregate(rows: readonly PlainRow[], type: Aggregate, field: string): number | null {
  if (field === '*') return rows.length
  const values = rows.map((row) => row[field]).filter((value) => typeof value === 'number')
  const sum = values.reduce((total, value) => total + value, 0)
  if (type === 'count') return values.length
  if (values.length === 0) return null
  return { sum, avg: sum / values.length, min: Math.min(...values), max: Math.max(...values) }[type]
}

/** Sorts like the database: text case-insensitively, nulls last, ties by id. */
export function sorted(
  rows: readonly PlainRow[],
  { field, direction, isText, tie = ({ id }) => String(id) }: Order,
): PlainRow[] {
  const sign = direction === 'asc' ? 1 : -1
  const keyOf = (row: PlainRow) => {
    const value = row[field] ?? null
    return isText && typeof value === 'string' ? value.toLowerCase() : value
  }
  return rows.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    if (left === right) return sign * (tie(a) < tie(b) ? -1 : 1)
    if (left === null || right === null) return left === null ? 1 : -1
    return sign * (left < right ? -1 : 1)
  })
}

interface Order {
  field: string
  direction: 'asc' | 'desc'
  isText: boolean
  tie?: (row: PlainRow) => string
}

/** The first day of the day, week or month in UTC. */
export function startOf(unit: 'day' | 'week' | 'month', value: Value | undefined): Value {
  if (typeof value !== 'string') return null
  const day = new Date(value)
  day.setUTCHours(0, 0, 0, 0)
  if (unit === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  if (unit === 'month') day.setUTCDate(1)
  return day.toISOString().slice(0, 10)
}
