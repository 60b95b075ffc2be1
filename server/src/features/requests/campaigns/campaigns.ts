/** What a business does with a list of customers: look at it, send it, remind, close it. */
import { Readable } from 'node:stream'
import { csvLine, csvStart } from '@exempta/contract/csv'
import type { PageQuery } from '@exempta/contract/paging'
import { type CertificateRequest, requestStatusWords } from '@exempta/contract/requests'
import { type Campaign, type CampaignDetails, campaignProblems } from '@exempta/contract/requests/campaigns'
import { requestLimits } from '@exempta/contract/requests/limits'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { publicLink } from '../../../platform/email/links.ts'
import { queueEmail, renderTemplate } from '../../../platform/email/queue-email.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { readInBatches } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { type Member, requireManager, requireMember } from '../../businesses/index.ts'
import { requestEmail } from '../emails.ts'
import { limits } from '../limits.ts'
import {
  type CampaignPosition,
  type CampaignRow,
  campaignPage,
  closeRequestsOf,
  countProblems,
  countRemindable,
  deleteCampaign,
  findCampaign,
  findOwnEmail,
  lockCampaign,
  type MissingRow,
  missingPage,
  problemPage,
  readFunnel,
  scheduleReminders,
  updateCampaign,
} from '../queries/campaigns.ts'
import { requestLinks } from '../request-links.ts'
import { publishRequest } from '../requests.ts'

/** Sending needs an active business; looking and closing don't. */
export async function requireCampaignManager({ database }: Services, member: MemberActor): Promise<Member> {
  const own = await database.transact(member, (tx) => requireManager(tx, member))
  if (own.businessStatus !== 'active') throw new AppError('business-not-active')
  return own
}

const list = defineKeyset<CampaignPosition>('campaigns', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listCampaigns({ database }: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const rows = await database.transact(
    member,
    async (tx) => {
      await requireMember(tx, member)
      return campaignPage(tx, list.read(cursor), limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map(asCampaign), nextCursor }
}

export function getCampaign(services: Services, call: Call, id: string): Promise<CampaignDetails> {
  const member = memberOf(call)
  return services.database.transact(
    member,
    async (tx) => {
      const own = await requireMember(tx, member)
      const row = await requireCampaign(tx, id)
      const problems = await countProblems(tx, id)
      return {
        ...asCampaign(row),
        columns: row.columns,
        mapping: row.mapping,
        problems,
        lines: problems.length > 0 ? await problemPage(tx, id, 0, requestLimits.campaignLinesShown) : [],
        email: previewOf(services, own, row),
        funnel: await readFunnel(tx, id),
        canRemind:
          row.status === 'closed'
            ? 0
            : await countRemindable(tx, id, remindedBefore(services), limits.campaignReminders),
      }
    },
    { readOnly: true },
  )
}

const remindedBefore = ({ clock }: Services) =>
  new Date(clock.now().getTime() - limits.campaignReminderPauseMs)

/** The email that a customer gets, with an example for the link. */
function previewOf(
  services: Services,
  { businessName }: Member,
  { subject: own, message }: CampaignRow,
): CampaignDetails['email'] {
  const link = publicLink(services.publicUrl, '/r/example')
  const canReply = services.inboundEmail !== undefined
  const data = { business: businessName, state: null, subject: own, isReminder: false, link, canReply }
  const { subject, text } = renderTemplate(services, requestEmail, { ...data, message })
  const { text: withMessage } = renderTemplate(services, requestEmail, {
    ...data,
    message: '{message}',
  })
  return { subject, text, withMessage }
}

async function requireCampaign(tx: Transaction, id: string, find = findCampaign): Promise<CampaignRow> {
  const row = await find(tx, id)
  if (!row) throw new AppError('not-found')
  return row
}

type CampaignAction = 'campaign.test' | 'campaign.start' | 'campaign.remind' | 'campaign.close'

/** Row-level security finds only campaigns of the member's own business. */
async function change<T>(
  services: Services,
  call: Call,
  { id, action }: { id: string; action: CampaignAction },
  work: (tx: Transaction, row: CampaignRow, own: Member) => Promise<T>,
): Promise<T> {
  const member = memberOf(call)
  return services.database.transact(member, async (tx) => {
    const own = await requireManager(tx, member)
    const row = await requireCampaign(tx, id, lockCampaign)
    const result = await work(tx, row, own)
    const target = { kind: 'campaign', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action, target })
    publishRequest(tx, own.businessId, id)
    return result
  })
}

const notAgain = (text: string) => new AppError('conflict', { text })

interface Written {
  id: string
  subject: string | null
  message: string | null
}

/** To the manager alone, so that they see what arrives before anyone else does. */
export function testCampaign(
  services: Services,
  call: Call,
  { id, subject, message }: Written,
): Promise<{ sentTo: string }> {
  return change(services, call, { id, action: 'campaign.test' }, async (tx, { status }, own) => {
    if (own.businessStatus !== 'active') throw new AppError('business-not-active')
    if (status !== 'draft') throw notAgain('This list was sent already.')
    const sentTo = await findOwnEmail(tx, personOf(call).id)
    const link = publicLink(services.publicUrl, '/r/example')
    const canReply = services.inboundEmail !== undefined
    const asked = { state: null, subject, message, isReminder: false }
    const data = { business: own.businessName, ...asked, link, canReply }
    await queueEmail(services, tx, { to: sentTo, template: requestEmail, data })
    return { sentTo }
  })
}

export async function startCampaign(
  services: Services,
  call: Call,
  { id, subject, message }: Written,
): Promise<CampaignDetails> {
  const at = services.clock.now()
  await change(services, call, { id, action: 'campaign.start' }, async (tx, { status }, own) => {
    if (own.businessStatus !== 'active') throw new AppError('business-not-active')
    if (status !== 'draft') throw notAgain('This list was sent already.')
    await updateCampaign(tx, id, { status: 'sending', subject, message, started_at: at, updated_at: at })
  })
  return getCampaign(services, call, id)
}

export function remindCampaign(services: Services, call: Call, id: string): Promise<{ reminded: number }> {
  const today = services.clock.now().toISOString().slice(0, 10)
  return change(services, call, { id, action: 'campaign.remind' }, async (tx, { status }) => {
    if (status === 'draft' || status === 'closed') throw notAgain('This list isn’t being sent.')
    const when = { before: remindedBefore(services), most: limits.campaignReminders, today }
    return { reminded: await scheduleReminders(tx, id, when) }
  })
}

/** What was received stays. A draft was never sent, so nothing of it is kept. */
export function closeCampaign(services: Services, call: Call, id: string): Promise<void> {
  const at = services.clock.now()
  return change(services, call, { id, action: 'campaign.close' }, async (tx, { status }) => {
    if (status === 'draft') return deleteCampaign(tx, id)
    if (status === 'closed') return
    await updateCampaign(tx, id, { status: 'closed', closed_at: at, updated_at: at })
    await closeRequestsOf(tx, id, at)
  })
}

const contentType = 'text/csv; charset=utf-8'

function csvFile(
  { database, clock }: Services,
  call: Call,
  { id, name, headings }: { id: string; name: string; headings: readonly string[] },
  rows: AsyncIterable<readonly (string | number | null)[]>,
): FileAnswer<typeof contentType, RecordOpening> {
  async function* lines() {
    yield csvStart + csvLine(headings)
    for await (const row of rows) yield csvLine(row)
  }
  const target = { kind: 'campaign', id } as const
  return {
    name,
    contentType,
    content: Readable.from(lines()),
    recordOpening: () =>
      database.transact(memberOf(call), (tx) =>
        recordAudit(tx, call, { at: clock.now(), action: 'campaign.export', target }),
      ),
  }
}

/** Whoever has not answered, with the link, so that the business can also ask in other ways. */
export async function downloadMissing(services: Services, call: Call, id: string) {
  const member = memberOf(call)
  const { businessId } = await services.database.transact(member, async (tx) => {
    const own = await requireMember(tx, member)
    await requireCampaign(tx, id)
    return own
  })
  const linkTo = await requestLinks(services, businessId)
  const rows = readInBatches<MissingRow>((last, limit) =>
    services.database.transact(member, (tx) => missingPage(tx, id, last?.id, limit), { readOnly: true }),
  )
  async function* cells() {
    for await (const row of rows) {
      const status = requestStatusWords[row.status as CertificateRequest['status']]
      const { customer_name, customer_ref, email, state, due_on } = row
      yield [customer_name, customer_ref, email, state, status, due_on, linkTo(row.id).reveal()]
    }
  }
  const headings = ['Customer', 'Customer number', 'Email', 'State', 'Status', 'Due', 'Link']
  return csvFile(services, call, { id, name: 'missing-certificates.csv', headings }, cells())
}

export async function downloadProblems(services: Services, call: Call, id: string) {
  const member = memberOf(call)
  await services.database.transact(member, async (tx) => {
    await requireMember(tx, member)
    await requireCampaign(tx, id)
  })
  type Line = Awaited<ReturnType<typeof problemPage>>[number]
  const rows = readInBatches<Line>((last, limit) =>
    services.database.transact(member, (tx) => problemPage(tx, id, last?.line ?? 0, limit), {
      readOnly: true,
    }),
  )
  async function* cells() {
    for await (const { line, kind, value } of rows) yield [line, campaignProblems[kind], value]
  }
  const headings = ['Line', 'Problem', 'Value']
  return csvFile(services, call, { id, name: 'lines-to-fix.csv', headings }, cells())
}

const asCampaign = (row: CampaignRow): Campaign => ({
  id: row.id,
  name: row.name,
  status: row.status,
  message: row.message,
  rows: row.row_count,
  good: row.good_count,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
})
