/** Takes a list of customers, a batch at a time, and keeps what can be sent apart from what to fix. */

import { dayMs } from '@exempta/contract/durations'
import {
  CampaignForm,
  type CampaignMapping,
  type CampaignProblem,
} from '@exempta/contract/requests/campaigns'
import { requestLimits } from '@exempta/contract/requests/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../../platform/call.ts'
import type { CsvRecord } from '../../../platform/csv/read-csv.ts'
import { type ReceivedList, receiveList } from '../../../platform/csv/receive-list.ts'
import { parseForm } from '../../../platform/http/parse-form.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { maskCell } from '../../../platform/mask-text.ts'
import type { Services } from '../../../platform/services.ts'
import { findCovered } from '../../coverage/index.ts'
import { findListed } from '../../customers/index.ts'
import {
  askedAmong,
  deleteCampaign,
  findCampaign,
  insertCampaign,
  insertProblems,
  insertRows,
  type RowOwner,
  refusedAmong,
  updateCampaign,
} from '../queries/campaigns.ts'
import { addressHash } from '../refusals.ts'
import { requireCampaignManager } from './campaigns.ts'
import { type BadRow, checkRow, type GoodRow, guessMapping, readMapping } from './check-rows.ts'

const batchSize = 1000

const wrong = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

/** Returns the id of the draft. The fields come before the file, so that wrong ones are refused before it arrives. */
export async function importCampaign(
  services: Services,
  call: Call,
  parts: AsyncIterable<UploadPart>,
  rowsMax: number = requestLimits.campaignRows,
): Promise<string> {
  const member = memberOf(call)
  const { businessId } = await requireCampaignManager(services, member)
  await services.files.requireFreeSpace()
  const fields: Record<string, string> = {}
  let id: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field') {
      fields[part.name] = part.value
      continue
    }
    if (part.field !== 'file' || id) throw wrong('file', 'Please attach one file')
    const { form } = parseForm(CampaignForm, fields, ['name'])
    const list = await receiveList(part.content, { rowsMax, rowsName: 'customers' })
    id = await importList(services, call, member, { businessId, ...form }, list)
  }
  if (!id) throw wrong('file', 'Please choose a file')
  return id
}

interface NewCampaign {
  businessId: string
  name: string
  mapping?: string | undefined
  replaces?: string | undefined
}

async function importList(
  services: Services,
  call: Call,
  member: MemberActor,
  { businessId, name, mapping: given, replaces }: NewCampaign,
  list: ReceivedList,
): Promise<string> {
  const columns = list.header.map((heading) => maskCell([...heading].slice(0, 100).join('')))
  const mapping = given === undefined ? guessMapping(columns) : readMapping(given, columns)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const createdBy = member.kind === 'person' ? member.id : null
  await services.database.transact(member, (tx) =>
    insertCampaign(tx, {
      id,
      business_id: businessId,
      name,
      status: 'draft',
      columns,
      mapping: JSON.stringify(mapping),
      created_by: createdBy,
      created_at: at,
      updated_at: at,
    }),
  )
  try {
    const owner = { businessId, campaignId: id, createdBy, at }
    const counts = {
      rows: list.rowCount,
      good: await importRows(services, member, owner, mapping, list.rows()),
    }
    await services.database.transact(member, async (tx) => {
      await updateCampaign(tx, id, { row_count: counts.rows, good_count: counts.good })
      const old = replaces ? await findCampaign(tx, replaces) : undefined
      if (old?.status === 'draft' && old.business_id === businessId) await deleteCampaign(tx, old.id)
      const target = { kind: 'campaign', id } as const
      await recordAudit(tx, call, { at, action: 'campaign.create', target, details: counts })
    })
    return id
  } catch (error) {
    await services.database.transact(member, (tx) => deleteCampaign(tx, id))
    throw error
  }
}

/** Returns how many rows can be sent. */
async function importRows(
  services: Services,
  member: MemberActor,
  owner: RowOwner,
  mapping: CampaignMapping,
  records: AsyncIterable<CsvRecord>,
): Promise<number> {
  let good = 0
  let batch: (GoodRow | BadRow)[] = []
  const store = async () => {
    const rows = batch
    batch = []
    good += await storeBatch(services, member, owner, rows)
  }
  for await (const record of records) {
    batch.push(checkRow(record, mapping))
    if (batch.length >= batchSize) await store()
  }
  if (batch.length > 0) await store()
  return good
}

/** Returns how many rows of the batch can be sent. */
function storeBatch(
  services: Services,
  member: MemberActor,
  owner: RowOwner,
  rows: readonly (GoodRow | BadRow)[],
): Promise<number> {
  return services.database.transact(member, async (tx) => {
    const bad = rows.filter((row): row is BadRow => 'kind' in row)
    const good = rows.filter((row): row is GoodRow => !('kind' in row))
    const hashOf = ({ email }: GoodRow) => addressHash(owner.businessId, email)
    const refused =
      good.length > 0 ? await refusedAmong(tx, owner.businessId, good.map(hashOf)) : new Map<string, never>()
    const emails = good.map(({ email }) => email)
    const since = new Date(owner.at.getTime() - requestLimits.askedAgainDays * dayMs)
    const covered = new Map<string, string[]>()
    for (const { email, state } of good.length > 0 ? await findCovered(tx, owner.businessId, emails) : []) {
      covered.set(email, [...(covered.get(email) ?? []), state])
    }
    const records = await findListed(
      tx,
      owner.businessId,
      good.map(({ line, email, customer_ref: number }) => ({ line, email: email.toLowerCase(), number })),
    )
    const asked = good.length > 0 ? await askedAmong(tx, owner.businessId, emails, since) : new Set<string>()
    const leftOutFor = (row: GoodRow): CampaignProblem | undefined => {
      const refusal = refused.get(hashOf(row).toString('hex'))
      if (refusal) return refusal
      const email = row.email.toLowerCase()
      const states = [...(covered.get(email) ?? []), ...(records.get(row.line)?.covered ?? [])]
      if (states.length > 0 && (row.state === null || states.includes(row.state))) return 'has-certificate'
      return asked.has(email) ? 'asked-lately' : undefined
    }
    const reasons = new Map(good.map((row) => [row.line, leftOutFor(row)]))
    const wanted = good
      .filter(({ line }) => !reasons.get(line))
      .map((row) => ({
        ...row,
        id: timeOrderedId(owner.at),
        customer_id: records.get(row.line)?.customer_id ?? null,
      }))
    const taken = wanted.length > 0 ? await insertRows(tx, owner, wanted) : new Set<number>()
    await insertProblems(tx, owner.campaignId, [
      ...bad,
      ...good.flatMap((row): BadRow[] => {
        const kind = reasons.get(row.line) ?? (taken.has(row.line) ? undefined : 'twice')
        return kind ? [{ line: row.line, kind, value: row.email }] : []
      }),
    ])
    return taken.size
  })
}
