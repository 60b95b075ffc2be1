import { Readable } from 'node:stream'
import { type CoverageReceipt, purchaseKindWords, type ReceiptFilter } from '@exempta/contract/coverage'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { verdictWords } from '@exempta/contract/verdict'
import { states } from '@exempta/knowledge/states'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { FileAnswer, RecordOpening } from '../../platform/http/send-file.ts'
import { readInBatches } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { type CheckRow, checksPage } from './queries/receipts.ts'
import { asReceipt } from './receipts.ts'

const contentType = 'text/csv; charset=utf-8'
const headings = [
  'Receipt',
  'Sale',
  'Customer',
  'State',
  'Kind of purchase',
  'Invoice or order number',
  'Amount',
  'Tax charged',
  'Answer',
  'Why',
  'Allowed anyway because',
  'Refund of',
  'Location',
  'Saved by',
  'Saved at',
]

/** Every matching receipt, the newest first. */
export async function downloadReceipts(
  services: Services,
  call: Call,
  filter: ReceiptFilter,
): Promise<FileAnswer<typeof contentType, RecordOpening>> {
  const member = memberOf(call)
  // Refuses before the answer begins.
  const { businessId } = await services.database.transact(member, (tx) => requireMember(tx, member), {
    readOnly: true,
  })
  const rows = readInBatches<CheckRow>((last, limit) =>
    services.database.transact(
      member,
      async (tx) => {
        await requireMember(tx, member)
        return checksPage(tx, businessId, filter, last && [last.at.toISOString(), last.id], limit)
      },
      { readOnly: true },
    ),
  )
  async function* lines() {
    yield csvStart + csvLine(headings)
    for await (const row of rows) yield csvLine(cellsOf(asReceipt(row, false)))
  }
  return {
    name: `receipts-${services.clock.now().toISOString().slice(0, 10)}.csv`,
    contentType,
    content: Readable.from(lines()),
    recordOpening: () =>
      services.database.transact(member, (tx) =>
        recordAudit(tx, call, {
          at: services.clock.now(),
          action: 'coverage-check.export',
          target: { kind: 'business', id: businessId },
        }),
      ),
  }
}

const cellsOf = (receipt: CoverageReceipt) => [
  receipt.code,
  receipt.on,
  receipt.customer?.name ?? receipt.card,
  states.get(receipt.state)?.name ?? receipt.state,
  purchaseKindWords[receipt.kind],
  receipt.reference,
  receipt.amountCents === null ? null : receipt.amountCents / 100,
  receipt.isTaxed === null ? null : receipt.isTaxed ? 'Yes' : 'No',
  verdictWords[receipt.verdict].title,
  receipt.reasons.map(({ text }) => text).join(' '),
  receipt.allowedReason,
  receipt.refundOf,
  receipt.location,
  receipt.savedBy,
  receipt.savedAt,
]
