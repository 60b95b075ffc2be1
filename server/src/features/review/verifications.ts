/** The ledger of looked-up numbers. Entries are only ever added, and each has its row in the audit log. */
import type {
  listDueVerifications as dueRoute,
  listVerifications as listRoute,
  NewVerification,
  NumberCheck,
  listCustomerVerifications as ofCustomerRoute,
  Verification,
} from '@exempta/contract/review/verifications'
import { verificationLimits } from '@exempta/contract/review/verifications'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { addMonths, dayIn } from '@exempta/knowledge/dates'
import { checkEin, checkNumber } from '@exempta/knowledge/numbers'
import type { RuleAbout } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember, requireReviewer } from '../businesses/index.ts'
import { findExemption } from '../certificates/index.ts'
import { findCurrent } from '../customers/index.ts'
import { applyShareChange } from '../sharing/index.ts'
import { plainNumber } from './number-files.ts'
import { discardProof, type Proof, proofFile, storeProof } from './proofs.ts'
import { findNumberFiles, findOrganization, findStateNumber } from './queries/number-files.ts'
import { lockReceived, type ReceivedRow } from './queries/received.ts'
import {
  dueVerifications,
  findVerification,
  insertVerification,
  type VerificationPosition,
  type VerificationRow,
  verificationsOf,
  verificationsOfRecord,
} from './queries/verifications.ts'
import { requireReceived } from './received.ts'

const asVerification = (row: VerificationRow): Verification => ({
  id: row.id,
  state: row.state,
  number: row.number,
  kind: row.kind,
  result: row.result,
  checkedOn: row.checked_on,
  dueOn: row.due_on,
  source: row.source,
  fileDate: row.file_date,
  foundName: row.found_name,
  note: row.note,
  hasProof: row.proof_type !== null,
  by: row.checked_by,
  at: row.at.toISOString(),
})

export function listVerifications(
  { database }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof listRoute>> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const received = await requireReceived(tx, member, id)
      const rows = await verificationsOf(tx, received.business_id, id, verificationLimits.ofShare)
      const items = rows.map(asVerification)
      const reason = (await findExemption(tx, received.document_id))?.reason ?? null
      const numbers: NumberCheck[] = []
      for (const { state, number } of received.states ?? []) {
        numbers.push(await checkOf(tx, { state, number, reason }, items))
      }
      return { numbers, items }
    },
    { readOnly: true },
  )
}

const ofCustomer = defineKeyset<VerificationPosition>(
  'customer-verifications',
  z.tuple([z.iso.datetime(), z.uuid()]),
)

export function listCustomerVerifications(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: RouteParsed<typeof ofCustomerRoute>['query'] & { id: string },
): Promise<RouteReturn<typeof ofCustomerRoute>> {
  const member = memberOf(call)
  const position = ofCustomer.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const customer = await findCurrent(tx, businessId, id)
      if (!customer) throw new AppError('not-found')
      const rows = await verificationsOfRecord(tx, businessId, customer.id, position, limit + 1)
      const { items, nextCursor } = ofCustomer.page(rows, limit, (row) => [row.at.toISOString(), row.id])
      return {
        items: items.map((row) => ({ ...asVerification(row), receivedId: row.share_id })),
        nextCursor,
      }
    },
    { readOnly: true },
  )
}

interface Claimed {
  state: string
  number: string | null
  /** What the certificate is given for. */
  reason: string | null
}

/** Everything that is known about a number without asking anyone. */
async function checkOf(
  tx: Transaction,
  claimed: Claimed,
  items: readonly Verification[],
): Promise<NumberCheck> {
  const { state, number } = claimed
  const files = await findNumberFiles(tx, ['irs', state])
  const [irs, own] = [files.get('irs'), files.get(state)]
  return {
    state,
    number,
    ...formatOf(claimed),
    irsFile: number !== null && irs ? await inIrsFile(tx, claimed, number, irs.fileDate) : null,
    stateFile: number !== null && own ? await inStateFile(tx, state, number, own.fileDate) : null,
    lookUpAt: states.get(state)?.lookUpAt ?? null,
    last: items.find((item) => item.state === state && item.number === number) ?? null,
  }
}

const numberRules = (state: string, reason: string | null) =>
  (states.get(state)?.rules ?? []).filter(
    (rule): rule is RuleAbout<'number'> =>
      rule.about === 'number' && (!rule.reasons || !reason || rule.reasons.some((one) => one === reason)),
  )

function formatOf({ state, number, reason }: Claimed): Pick<NumberCheck, 'format' | 'formatText'> {
  const rules = numberRules(state, reason)
  const formatText = rules.map(({ text }) => text).join(' ') || null
  if (number === null || rules.length === 0) return { format: 'unknown', formatText }
  const fits = rules.some((rule) => checkNumber(rule, number) === 'fits')
  return { format: fits ? 'fits' : 'differs', formatText }
}

/** For these, the IRS may know the organization. A reseller's number means nothing to it. */
const inIrsList = new Set<string | null>(['charity', 'religious', 'education', 'other', null])

async function inIrsFile(
  tx: Transaction,
  { reason }: Pick<Claimed, 'reason'>,
  number: string,
  fileDate: string,
): Promise<NumberCheck['irsFile']> {
  if (!inIrsList.has(reason) || checkEin(number) === 'differs') return null
  const found = await findOrganization(tx, plainNumber(number))
  if (!found) return { fileDate, found: null }
  const section = Number(found.subsection)
  const details = [section > 0 && `501(c)(${section})`, found.city, found.state].filter(Boolean).join(', ')
  return { fileDate, found: { name: found.name, isActive: true, details: details || null } }
}

async function inStateFile(
  tx: Transaction,
  state: string,
  number: string,
  fileDate: string,
): Promise<NonNullable<NumberCheck['stateFile']>> {
  const found = await findStateNumber(tx, state, plainNumber(number))
  return { fileDate, found: found ? { ...found, details: null } : null }
}

/** What the files that were loaded say about a number: nothing, if none of them lists it. */
export async function findInFiles(
  tx: Transaction,
  { state, number, reason }: Claimed & { number: string },
): Promise<{ name: string; isActive: boolean }[]> {
  const files = await findNumberFiles(tx, ['irs', state])
  const [irs, own] = [files.get('irs'), files.get(state)]
  const found = [
    own && (await inStateFile(tx, state, number, own.fileDate)).found,
    irs && (await inIrsFile(tx, { reason }, number, irs.fileDate))?.found,
  ]
  return found.filter((one) => one !== null && one !== undefined)
}

const defaultMonths = 12
const soonMonths = 1

/** When a number is to be looked up again: as the state's rule says, or after a year. */
function dueAfter(state: string, { kind, result }: Pick<Verification, 'kind' | 'result'>, on: string) {
  if (kind === 'irs-file' || result === 'not-active') return null
  if (result === 'unclear') return addMonths(on, soonMonths)
  const rule = states.get(state)?.rules.find((one): one is RuleAbout<'verify'> => one.about === 'verify')
  if (!rule) return addMonths(on, defaultMonths)
  // Some states ask for it at each sale. No one does that by hand, so a month is what we remind of.
  return rule.everyMonths === null ? null : addMonths(on, rule.everyMonths || soonMonths)
}

const wrong = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

/** What was found, where, and on which day. */
async function outcomeOf(tx: Transaction, received: ReceivedRow, entry: NewVerification, today: string) {
  const number = received.states?.find(({ state }) => state === entry.state)?.number
  if (number === undefined) throw wrong('state', 'The certificate isn’t for this state')
  if (number === null) throw wrong('state', 'The number is blacked out or missing')
  if (entry.kind === 'state-site' || entry.kind === 'phone') {
    const checkedOn = entry.checkedOn ?? today
    if (checkedOn > today) throw wrong('checkedOn', 'A number check can’t be in the future')
    const source = entry.kind === 'state-site' ? (states.get(entry.state)?.lookUpAt ?? null) : null
    return {
      number,
      result: entry.result,
      checkedOn,
      source,
      fileDate: null,
      foundName: null,
      note: entry.note,
    }
  }
  const source = entry.kind === 'irs-file' ? 'irs' : entry.state
  const loaded = (await findNumberFiles(tx, [source])).get(source)
  const reason = (await findExemption(tx, received.document_id))?.reason ?? null
  const file =
    loaded &&
    (entry.kind === 'irs-file'
      ? await inIrsFile(tx, { reason }, number, loaded.fileDate)
      : await inStateFile(tx, entry.state, number, loaded.fileDate))
  if (!file) throw new AppError('conflict', { text: 'There’s no file to look this number up in.' })
  const { found, fileDate } = file
  // A number that isn't listed may still be good: churches and chapters, for example, are often not.
  const result = found ? (found.isActive ? 'active' : 'not-active') : 'unclear'
  return {
    number,
    result: result as Verification['result'],
    checkedOn: today,
    source: null,
    fileDate,
    foundName: found?.name || null,
    note: null,
  }
}

export async function createVerification(
  services: Services,
  call: Call,
  { id, entry, proof }: { id: string; entry: NewVerification; proof?: Proof | undefined },
): Promise<Verification> {
  const member = memberOf(call)
  const at = services.clock.now()
  const verificationId = timeOrderedId(at)
  const stored = proof && (await storeProof(services, verificationId, proof))
  let isPublished = false
  try {
    const verification = await services.database.transact(member, async (tx) => {
      const { businessId } = await requireReviewer(tx, member)
      await lockReceived(tx, businessId, [id])
      const received = await requireReceived(tx, member, id)
      const earlier = await verificationsOf(tx, businessId, id, verificationLimits.ofShare)
      if (earlier.length >= verificationLimits.ofShare) {
        throw new AppError('conflict', { text: 'This document has as many number checks as it can have.' })
      }
      const outcome = await outcomeOf(tx, received, entry, dayIn(zoneOf(entry.state), at))
      const { number, result, checkedOn, source, fileDate, foundName, note } = outcome
      await insertVerification(
        tx,
        {
          id: verificationId,
          business_id: businessId,
          share_id: id,
          state: entry.state,
          kind: entry.kind,
          result,
          checked_on: checkedOn,
          due_on: dueAfter(entry.state, { kind: entry.kind, result }, checkedOn),
          source,
          file_date: fileDate,
          person_id: member.kind === 'person' ? member.id : null,
          key_id: member.kind === 'key' ? member.id : null,
          at,
        },
        {
          business_id: businessId,
          owner_id: received.owner_id,
          number,
          found_name: foundName,
          note,
          proof_type: proof?.type ?? null,
          proof_bytes: proof?.bytes.length ?? null,
        },
      )
      if (stored) await services.files.publish(tx, stored)
      await recordAudit(tx, call, {
        at,
        action: 'verification.create',
        target: { kind: 'document', id: received.document_id },
        details: { verification: verificationId, share: id, business: businessId, kind: entry.kind, result },
      })
      // The answer at the counter can depend on it.
      await applyShareChange(services, tx, call, [{ ...received, email: null }], {
        at,
        act: () => null,
        webhook: null,
        businessNotice: null,
        ownerNotice: null,
      })
      const row = await findVerification(tx, businessId, { shareId: id, id: verificationId })
      if (!row) throw new AppError('not-found')
      return asVerification(row)
    })
    isPublished = true
    return verification
  } finally {
    if (stored && !isPublished) await discardProof(services, stored)
  }
}

export const zoneOf = (state: string) => states.get(state)?.timeZone ?? 'America/New_York'

export async function openProof(
  services: Services,
  call: Call,
  { id, verificationId }: { id: string; verificationId: string },
): Promise<FileAnswer<'image/jpeg' | 'image/png', RecordOpening>> {
  const member = memberOf(call)
  const { row, received } = await services.database.transact(
    member,
    async (tx) => {
      const received = await requireReceived(tx, member, id)
      const row = await findVerification(tx, received.business_id, { shareId: id, id: verificationId })
      return { row, received }
    },
    { readOnly: true },
  )
  if (!row?.proof_type || row.proof_bytes === null) throw new AppError('not-found')
  const { stream } = await services.files.get(proofFile(row.id))
  return {
    name: `look-up.${row.proof_type === 'image/png' ? 'png' : 'jpg'}`,
    contentType: row.proof_type,
    sizeBytes: row.proof_bytes,
    content: stream,
    isInline: true,
    recordOpening: () =>
      services.database.transact(member, (tx) =>
        recordAudit(tx, call, {
          at: services.clock.now(),
          action: 'verification.open-proof',
          target: { kind: 'document', id: received.document_id },
          details: { verification: verificationId, share: id },
        }),
      ),
  }
}

const due = defineKeyset('due verifications', z.tuple([z.iso.date(), z.uuid()]))

/** The first day of the next month. */
const monthEnd = (today: string) => addMonths(`${today.slice(0, 7)}-01`, 1)

export function listDueVerifications(
  { database, clock }: Services,
  call: Call,
  { cursor, limit, before }: RouteParsed<typeof dueRoute>['query'],
): Promise<RouteReturn<typeof dueRoute>> {
  const member = memberOf(call)
  const position = due.read(cursor)
  const last = before ?? monthEnd(dayIn('America/New_York', clock.now()))
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const rows = await dueVerifications(tx, businessId, last, position, limit + 1)
      const { items, nextCursor } = due.page(rows, limit, (row) => [row.due_on, row.id])
      return {
        items: items.map((row) => ({
          id: row.id,
          receivedId: row.share_id,
          customer: row.customer,
          state: row.state,
          number: row.number,
          checkedOn: row.checked_on,
          dueOn: row.due_on,
        })),
        nextCursor,
      }
    },
    { readOnly: true },
  )
}
