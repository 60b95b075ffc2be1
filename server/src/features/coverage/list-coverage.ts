import { Readable } from 'node:stream'
import type {
  Accepted,
  CoverageFilter,
  CoverageRow,
  listCoverage as contract,
} from '@exempta/contract/coverage'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { pageLimits } from '@exempta/contract/paging'
import type { RouteParsed } from '@exempta/contract/route'
import { verdictWords } from '@exempta/contract/verdict'
import { states } from '@exempta/knowledge/states'
import { z } from 'zod'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import { readInBatches } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { businessOf, requireMember } from '../businesses/index.ts'
import { findCustomers, searchedTerms } from '../customers/index.ts'
import { acceptedByAnswer } from './accepted.ts'
import { factsOf, judge, plainSale, todayIn } from './judge.ts'
import { coveragePage, type ListedRow, type ListPosition } from './queries/customers.ts'

const list = defineKeyset('coverage', z.tuple([z.string(), z.uuid(), z.string().length(2)]))
const positionOf = (row: ListedRow): ListPosition => [row.customer_name, row.share_id, row.state]

export async function listCoverage(
  services: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
) {
  const member = memberOf(call)
  const rows = await readPage(services, member, filter, list.read(cursor), limit + 1)
  const { items, nextCursor } = list.page(rows, limit, positionOf)
  return { items: await asRows(services, member, items), nextCursor }
}

function readPage(
  { database }: Services,
  member: MemberActor,
  { search, ...filter }: CoverageFilter,
  position: ListPosition | undefined,
  limit: number,
): Promise<ListedRow[]> {
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const found = search
        ? await findCustomers(tx, businessId, searchedTerms(search), pageLimits.pageSizeMax)
        : undefined
      const customerIds = found?.map(({ id }) => id)
      return coveragePage(tx, businessId, { ...filter, customerIds }, position, limit)
    },
    { readOnly: true },
  )
}

/** The reasons are asked for again, so that what is shown is never older than the page. */
async function asRows(
  { database, clock }: Services,
  member: MemberActor,
  rows: readonly ListedRow[],
): Promise<CoverageRow[]> {
  const { businessId } = businessOf(member)
  const now = clock.now()
  const answered = rows.map((row) => {
    const sale = plainSale(row.state, todayIn(row.state, now))
    return { row, judgement: judge(factsOf(row, sale, row.last_purchase_on), sale) }
  })
  const judgements = answered.map(({ judgement }) => judgement)
  const isAccepted = judgements.some(({ acceptedBy }) => acceptedBy.length > 0)
  const accepted = isAccepted
    ? await database.transact(member, (tx) => acceptedByAnswer(tx, businessId, judgements), {
        readOnly: true,
      })
    : () => null
  return answered.map(({ row, judgement }) => ({
    id: `${row.share_id}-${row.state}`,
    customer: { id: row.record_id ?? row.customer_id, name: row.customer_name },
    state: row.state,
    verdict: judgement.verdict,
    reasons: judgement.reasons,
    part: judgement.part,
    local: judgement.local,
    accepted: accepted(judgement),
    canAccept: judgement.canAccept,
    expiresOn: judgement.endsOn,
    receivedId: row.status === 'revoked' ? null : row.share_id,
  }))
}

const contentType = 'text/csv; charset=utf-8'
const headings = ['Customer', 'State', 'Answer', 'Why', 'Accepted', 'Expires', 'Rule', 'Source']

export async function downloadCoverage(
  services: Services,
  call: Call,
  filter: CoverageFilter,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const member = memberOf(call)
  const now = services.clock.now()
  // Refuses before the answer begins.
  const { businessId } = await services.database.transact(member, (tx) => requireMember(tx, member), {
    readOnly: true,
  })
  const rows = readInBatches<ListedRow>((last, limit) =>
    readPage(services, member, filter, last && positionOf(last), limit),
  )
  async function* lines() {
    yield csvStart + csvLine(headings)
    let batch: ListedRow[] = []
    const written = async () => (await asRows(services, member, batch)).map(cellsOf).map(csvLine).join('')
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < pageLimits.pageSizeMax) continue
      yield await written()
      batch = []
    }
    if (batch.length > 0) yield await written()
  }
  return {
    name: `coverage-${now.toISOString().slice(0, 10)}.csv`,
    contentType,
    content: Readable.from(lines()),
    recordOpening: () =>
      services.database.transact(member, (tx) =>
        recordAudit(tx, call, {
          at: services.clock.now(),
          action: 'coverage.export',
          target: { kind: 'business', id: businessId },
        }),
      ),
  }
}

const cellsOf = ({ customer, state, verdict, reasons, part, local, accepted, expiresOn }: CoverageRow) => [
  customer.name,
  states.get(state)?.name ?? state,
  verdictWords[verdict].title,
  [...(part ? [part.text] : []), ...local, ...reasons.map(({ text }) => text)].join(' '),
  accepted && acceptedInWords(accepted),
  expiresOn,
  reasons.flatMap(({ rule }) => rule?.id ?? []).join(' '),
  reasons.flatMap(({ rule }) => rule?.source ?? []).join('; '),
]

const acceptedInWords = ({ reason, by, on, until }: Accepted) =>
  `Accepted${by === null ? '' : ` by ${by}`} on ${on} until ${until}: ${reason}`
