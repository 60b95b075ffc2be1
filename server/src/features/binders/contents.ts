/** The files of a binder, one after the other, each written while it is read from the database or the store. */
import { Readable } from 'node:stream'
import type { CoverageReason } from '@exempta/contract/coverage'
import { certificateWords, saleOutcomeWords } from '@exempta/contract/coverage/sale-outcome'
import { csvLine, csvStart } from '@exempta/contract/csv'
import { verificationResultWords } from '@exempta/contract/review/verifications'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import type { ZipEntry } from '../../platform/zip.ts'
import {
  type Behind,
  behind,
  certificateOf,
  type OpenCertificates,
  openCertificates,
} from '../coverage/index.ts'
import { proofFile } from '../review/index.ts'
import type { BinderContent } from './binder-content.ts'
import { binderPdf, buyerKey, verdictWords } from './binder-pdf.ts'
import { type DecidedSale, everySale } from './decided-sales.ts'
import {
  type BinderBuyer,
  type BinderCheck,
  type BinderCustomer,
  type BinderLookup,
  checksOfCustomers,
  lookupsPage,
  reliedShareIds,
} from './queries/contents.ts'

type Note = (done: number) => Promise<void>

export async function* contentEntries(
  services: Services,
  content: BinderContent,
  note: Note,
): AsyncGenerator<ZipEntry, void, void> {
  const rules = new Map<string, NonNullable<CoverageReason['rule']>>()
  yield {
    path: 'binder.pdf',
    open: async () =>
      Readable.from(
        binderPdf(
          content,
          { checks: readChecks(services, content), unrecorded: unrecordedSales(services, content) },
          note,
        ),
        { objectMode: false },
      ),
    // Its pages are compressed already.
    isCompressed: false,
  }
  for (const { path, open } of content.certificates) {
    yield {
      path,
      open: async () => {
        await note(1)
        return open(services)
      },
      isCompressed: false,
    }
  }
  yield textEntry('checks.csv', () => checkLines(services, content, rules, note))
  if (content.scope.has_list) yield textEntry('invoices.csv', () => invoiceLines(services, content))
  const lookups = await readLookups(services, content)
  yield textEntry('lookups.csv', () => lookupLines(lookups, content))
  for (const lookup of lookups) {
    if (!lookup.proof_type) continue
    const open = async () => (await services.files.get(proofFile(lookup.id))).stream
    yield { path: proofPath(lookup), open, isCompressed: false }
  }
  yield textEntry('rules.json', async function* () {
    const applied = [...rules.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    yield `${JSON.stringify({ rules: applied }, null, 1)}\n`
  })
}

const textEntry = (path: string, lines: () => AsyncIterable<string>): ZipEntry => ({
  path,
  open: async () => Readable.from(inPieces(lines()), { objectMode: false }),
  isCompressed: true,
})

const pieceLength = 64 * 1024

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Buffer, void, void> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}

const checksAtOnce = 1000

/** Customers one after the other, and the receipts of each by day; several small customers are read together. */
async function* readChecks(
  { database }: Services,
  { scope, customers }: Pick<BinderContent, 'scope' | 'customers'>,
): AsyncGenerator<BinderCheck, void, void> {
  const read = (buyers: readonly BinderBuyer[], after: BinderCheck | undefined) =>
    database.transact(systemActor, (tx) => checksOfCustomers(tx, scope, buyers, after, checksAtOnce), {
      readOnly: true,
    })
  for (const group of groupsOf(customers)) {
    if (group.length > 1) {
      const byBuyer = Map.groupBy(await read(group, undefined), buyerKey)
      for (const buyer of group) yield* byBuyer.get(buyerKey(buyer)) ?? []
      continue
    }
    for (let last: BinderCheck | undefined; ; ) {
      const rows = await read(group, last)
      yield* rows
      if (rows.length < checksAtOnce) break
      last = rows.at(-1)
    }
  }
}

function* groupsOf(customers: readonly BinderCustomer[]): Generator<BinderCustomer[], void, void> {
  let group: BinderCustomer[] = []
  let checks = 0
  for (const customer of customers) {
    if (group.length > 0 && checks + customer.checks > checksAtOnce) {
      yield group
      group = []
      checks = 0
    }
    group.push(customer)
    checks += customer.checks
  }
  if (group.length > 0) yield group
}

async function* checkLines(
  services: Services,
  content: BinderContent,
  rules: Map<string, NonNullable<CoverageReason['rule']>>,
  note: Note,
): AsyncGenerator<string, void, void> {
  const pathOf = pathsOf(content)
  yield csvStart +
    csvLine([
      'Date',
      'Invoice or order number',
      'Customer',
      'State',
      'Kind of purchase',
      'Amount',
      'For own use',
      'Location',
      'Tax charged',
      'Result',
      'Why',
      'Answer at the sale',
      'Reasons at the sale',
      'Allowed anyway because',
      'Accepted',
      'Certificate',
      'Certificate expires',
      'Receipt',
      'Refund of',
      'Saved by',
      'Saved at',
      'Version of the rules',
    ])
  for await (const check of readChecks(services, content)) {
    for (const { rule } of check.reasons) if (rule) rules.set(`${rule.id} ${rule.seenOn}`, rule)
    await note(1)
    yield csvLine([
      check.on_date,
      check.reference,
      check.customer_name ?? check.card,
      content.scope.state,
      check.kind,
      check.amount_cents === null ? null : check.amount_cents / 100,
      check.is_own_use ? 'Yes' : 'No',
      check.location_name,
      check.is_taxed === null ? null : check.is_taxed ? 'Yes' : 'No',
      saleOutcomeWords[check.outcome],
      check.decided_reasons.join(' '),
      verdictWords[check.verdict],
      check.reasons.map(({ text }) => text).join(' '),
      check.allowed_reason,
      acceptedInWords(check),
      pathOf(behind(check, { shareId: check.decided_share_id })),
      check.ends_on,
      check.code,
      check.refunded_code,
      check.saved_by,
      check.at.toISOString(),
      check.knowledge_version,
    ])
  }
}

/** What a manager had settled, and the answer at the sale rests on. */
const acceptedInWords = ({ accepted_reason: reason, accepted_on, accepted_until, accepter }: BinderCheck) =>
  reason === null
    ? null
    : `Accepted${accepter === null ? '' : ` by ${accepter}`} on ${accepted_on} until ${accepted_until}: ${reason}`

/** The path of the certificate behind a decision, or why there is none. */
function pathsOf({ certificates }: Pick<BinderContent, 'certificates'>): (wanted: Behind) => string {
  const open: OpenCertificates = openCertificates(certificates)
  const paths = new Map(certificates.map(({ id, path }) => [id, path]))
  return (wanted) => {
    const { certificate, certificateId } = certificateOf(wanted, open)
    return certificate === 'open' ? (paths.get(certificateId ?? '') ?? '') : certificateWords[certificate]
  }
}

const madeSales = ({ database }: Services, { scope }: Pick<BinderContent, 'scope'>) =>
  everySale(
    (work) => database.transact(systemActor, work, { readOnly: true }),
    { ...scope, isMade: true },
    true,
  )

/** Lines of the auditor's list that no receipt is about. */
async function* unrecordedSales(
  services: Services,
  content: Pick<BinderContent, 'scope'>,
): AsyncGenerator<DecidedSale, void, void> {
  if (!content.scope.has_list) return
  for await (const page of madeSales(services, content))
    yield* page.filter(({ row }) => row.check_id === null)
}

async function* invoiceLines(services: Services, content: BinderContent): AsyncGenerator<string, void, void> {
  const pathOf = pathsOf(content)
  yield csvStart +
    csvLine([
      'Line',
      'Invoice or order number',
      'Customer',
      'Date',
      'Amount',
      'Receipt',
      'Result',
      'Why',
      'Certificate',
    ])
  for await (const page of madeSales(services, content)) {
    for (const { row, decision } of page) {
      yield csvLine([
        row.line,
        row.reference,
        row.customer_name,
        row.sale_on,
        row.amount_cents === null ? null : row.amount_cents / 100,
        row.code,
        saleOutcomeWords[decision.outcome],
        decision.reasons.join(' '),
        pathOf(behind(row, decision)),
      ])
    }
  }
}

const sharesAtOnce = 1000

async function readLookups({ database }: Services, content: BinderContent): Promise<BinderLookup[]> {
  const { scope, certificates } = content
  const relied = await database.transact(systemActor, (tx) => reliedShareIds(tx, scope), { readOnly: true })
  const shareIds = [...new Set([...certificates.map(({ shareId }) => shareId), ...relied])]
  const lookups: BinderLookup[] = []
  for (let at = 0; at < shareIds.length; at += sharesAtOnce) {
    const some = shareIds.slice(at, at + sharesAtOnce)
    lookups.push(
      ...(await database.transact(systemActor, (tx) => lookupsPage(tx, scope, some), { readOnly: true })),
    )
  }
  return lookups
}

const proofPath = ({ id, proof_type }: BinderLookup) =>
  `proofs/${id}.${proof_type === 'image/png' ? 'png' : 'jpg'}`

const kindWords: Record<BinderLookup['kind'], string> = {
  'state-site': 'On the state’s website',
  phone: 'By phone',
  'irs-file': 'In the IRS file',
  'state-file': 'In the state’s file',
}

async function* lookupLines(
  lookups: readonly BinderLookup[],
  { certificates }: BinderContent,
): AsyncGenerator<string, void, void> {
  const paths = new Map(certificates.map(({ shareId, path }) => [shareId, path]))
  yield csvStart +
    csvLine([
      'Looked up on',
      'State',
      'Number',
      'How',
      'Result',
      'Name found',
      'Source',
      'Date of the file',
      'Due again',
      'Note',
      'Looked up by',
      'Saved at',
      'Certificate',
      'Proof',
    ])
  for (const lookup of lookups) {
    yield csvLine([
      lookup.checked_on,
      lookup.state,
      lookup.number,
      kindWords[lookup.kind],
      verificationResultWords[lookup.result],
      lookup.found_name,
      lookup.source,
      lookup.file_date,
      lookup.due_on,
      lookup.note,
      lookup.checked_by,
      lookup.at.toISOString(),
      paths.get(lookup.share_id) ?? null,
      lookup.proof_type ? proofPath(lookup) : null,
    ])
  }
}
