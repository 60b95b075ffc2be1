/** What managers see of emails, and decide about those that wait. */
import type { emailLists, ReceivedEmail, ReceivedEmailDetails } from '@exempta/contract/inbound'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { importEmailed } from '../archive/index.ts'
import { requireManager } from '../businesses/index.ts'
import { businessReplyAddress } from '../requests/index.ts'
import { publishEmail } from './notify-managers.ts'
import {
  type EmailPosition,
  type EmailRow,
  emailPage,
  findEmail,
  findShown,
  letGo,
  listHeld,
  lockEmail,
  type ShownEmail,
  updateEmail,
} from './queries.ts'

const list = defineKeyset<EmailPosition>('received-emails', z.tuple([z.iso.datetime(), z.uuid()]))

export async function getAddress(services: Services, call: Call): Promise<{ address: string | null }> {
  const member = memberOf(call)
  const { businessId } = await services.database.transact(member, (tx) => requireManager(tx, member), {
    readOnly: true,
  })
  return { address: (await businessReplyAddress(services, businessId)) ?? null }
}

export async function listEmails(
  { database }: Services,
  call: Call,
  { list: wanted, cursor, limit }: PageQuery & { list: (typeof emailLists)[number] },
) {
  const member = memberOf(call)
  const rows = await database.transact(
    member,
    async (tx) => {
      await requireManager(tx, member)
      return emailPage(tx, wanted === 'waiting', list.read(cursor), limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.arrived_at.toISOString(), row.id])
  return { items: items.map(asEmail), nextCursor }
}

export function getEmail({ database }: Services, call: Call, id: string): Promise<ReceivedEmailDetails> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      await requireManager(tx, member)
      const row = await findShown(tx, id)
      if (!row) throw new AppError('not-found')
      const { spf, dkim, dmarc } = row
      return {
        ...asEmail(row),
        text: row.body_text,
        checks: { spf: asResult(spf), dkim: asResult(dkim), dmarc: asResult(dmarc) },
      }
    },
    { readOnly: true },
  )
}

const asResult = (stored: string | null) => (stored === 'pass' || stored === 'fail' ? stored : 'none')

const asEmail = (row: ShownEmail): ReceivedEmail => ({
  id: row.id,
  status: row.status,
  reason: row.reason,
  sender: row.sender,
  subject: row.subject,
  requestId: row.request_id,
  attachments: row.attachments,
  importId: row.import_id,
  questions: row.questions,
  arrivedAt: row.arrived_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decider_name,
})

/** Attachments are read like those of an email that needed no decision. */
export const acceptEmail = (services: Services, call: Call, id: string): Promise<ReceivedEmailDetails> =>
  decide(services, call, { id, action: 'received-email.accept' }, async (tx, row) => {
    const held = await listHeld(tx, id)
    if (held.length === 0) {
      throw new AppError('conflict', { text: 'There’s nothing attached to this email that we can add.' })
    }
    const files = held.map(({ id: fileId, name, size_bytes }) => ({
      id: fileId,
      path: name,
      sizeBytes: size_bytes,
    }))
    return { status: 'accepted', import_id: await importEmailed(services, tx, row.business_id, files) }
  })

export const discardEmail = (services: Services, call: Call, id: string): Promise<ReceivedEmailDetails> =>
  decide(services, call, { id, action: 'received-email.discard' }, (tx) => discard(services, tx, id))

/** Destroys its attachments. The caller's transaction says that they're gone. */
export async function discard(
  { files }: Pick<Services, 'files'>,
  tx: Transaction,
  id: string,
): Promise<{ status: 'discarded' }> {
  for (const { id: documentId } of await listHeld(tx, id)) await files.destroy(tx, { documentId })
  return { status: 'discarded' }
}

type Decision = { status: 'accepted'; import_id: string } | { status: 'discarded' }

/** Of two managers who decide at the same moment, the first one counts. The text isn't needed anymore. */
async function decide(
  services: Services,
  call: Call,
  { id, action }: { id: string; action: 'received-email.accept' | 'received-email.discard' },
  work: (tx: Transaction, row: EmailRow) => Promise<Decision>,
): Promise<ReceivedEmailDetails> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    await requireManager(tx, person)
    if (!(await findEmail(tx, id))) throw new AppError('not-found')
  })
  // The system alone makes the account that owns what was emailed, and destroys files.
  await services.database.transact(systemActor, async (tx) => {
    const row = await lockEmail(tx, id)
    if (!row) throw new AppError('not-found')
    if (row.status !== 'waiting') {
      throw new AppError('conflict', { text: 'Someone has decided about this email already.' })
    }
    const at = services.clock.now()
    const decision = await work(tx, row)
    await letGo(tx, id)
    await updateEmail(tx, id, {
      ...decision,
      reason: null,
      body_text: null,
      decided_at: at,
      decided_by: person.id,
    })
    await recordAudit(tx, call, { at, action, target: { kind: 'received-email', id } })
    publishEmail(tx, row)
  })
  return getEmail(services, call, id)
}
