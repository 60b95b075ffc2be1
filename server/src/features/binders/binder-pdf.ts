/** The part of a binder that people read: a cover, how to read it, an index by customer, and a line for each receipt. */

import { certificateWords, saleOutcomeWords } from '@exempta/contract/coverage/sale-outcome'
import { fingerprintOf } from '@exempta/contract/signatures'
import { dayInWords } from '@exempta/knowledge/dates'
import {
  fitText,
  letterLandscape,
  PdfPage,
  PdfWriter,
  textWidth,
  wrapText,
} from '../../platform/pdf/pdf-writer.ts'
import {
  type Behind,
  behind,
  certificateOf,
  type OpenCertificates,
  openCertificates,
} from '../coverage/index.ts'
import type { BinderContent } from './binder-content.ts'
import type { DecidedSale } from './decided-sales.ts'
import type { BinderBuyer, BinderCheck } from './queries/contents.ts'

export const verdictWords = {
  covered: 'Covered',
  'charge-part': 'Charge part',
  check: 'Ask a manager',
  'not-covered': 'Not covered',
} as const satisfies Record<BinderCheck['verdict'], string>

const margin = 40
const right = letterLandscape.width - margin
const bottom = letterLandscape.height - 50
const count = (value: number) => value.toLocaleString('en-US')
const erased = 'Name erased'

/** In the order in which they are read; receipts are written first, so that the index knows their pages. */
const sections = { cover: 0, guide: 1, index: 2, certificates: 3, checks: 4, unrecorded: 5 } as const

interface Column {
  title: string
  width: number
}
const checkColumns = [
  { title: 'Date', width: 58 },
  { title: 'Invoice or order', width: 92 },
  { title: 'Customer', width: 116 },
  { title: 'Amount', width: 58 },
  { title: 'Certificate', width: 82 },
  { title: 'Result', width: 72 },
  { title: 'Why', width: 178 },
  { title: 'Receipt', width: 56 },
] as const satisfies readonly Column[]
const unrecordedColumns = [
  { title: 'Line', width: 44 },
  { title: 'Date', width: 58 },
  { title: 'Invoice or order', width: 110 },
  { title: 'Customer', width: 150 },
  { title: 'Certificate', width: 82 },
  { title: 'Result', width: 72 },
  { title: 'Why', width: 196 },
] as const satisfies readonly Column[]
const indexColumns = [
  { title: 'Customer', width: 420 },
  { title: 'Receipts', width: 90 },
  { title: 'Covered', width: 90 },
  { title: 'Page', width: 112 },
] as const satisfies readonly Column[]
const certificateColumns = [
  { title: 'Customer', width: 260 },
  { title: 'Expires', width: 90 },
  { title: 'File', width: 362 },
] as const satisfies readonly Column[]

const rowHeight = 13
const rowSize = 7.5
const lineHeight = 9
/** One row can't fill more than most of a page. */
const linesMost = 30

/** A table over as many pages as it needs, each with its headings. */
class Table {
  readonly #writer: PdfWriter
  readonly #columns: readonly Column[]
  readonly #about: { section: number; title: string; footer: string }
  #page: PdfPage | undefined
  #y = 0
  pages = 0

  constructor(
    writer: PdfWriter,
    columns: readonly Column[],
    about: { section: number; title: string; footer: string },
  ) {
    this.#writer = writer
    this.#columns = columns
    this.#about = about
  }

  *row(cells: readonly string[]): Generator<Buffer, void, void> {
    const texts = this.#columns.map(({ width }, at) =>
      wrapText(cells[at] ?? '', width - 6, rowSize).slice(0, linesMost),
    )
    const height = rowHeight + (Math.max(...texts.map(({ length }) => length), 1) - 1) * lineHeight
    if (this.#page && this.#y + height > bottom) yield* this.end()
    const page = this.#page ?? this.#open()
    let x = margin
    for (const [at, { width }] of this.#columns.entries()) {
      for (const [line, text] of (texts[at] ?? []).entries()) {
        page.text(text, { x, y: this.#y + line * lineHeight, size: rowSize })
      }
      x += width
    }
    this.#y += height
  }

  #open(): PdfPage {
    const page = new PdfPage()
    this.pages += 1
    const { title, footer } = this.#about
    page.text(title, { x: margin, y: 48, size: 14, font: 'bold' })
    let x = margin
    for (const column of this.#columns) {
      page.text(column.title, { x, y: 70, size: rowSize, font: 'bold' })
      x += column.width
    }
    page.line(75, margin, right, 0.5)
    writeFooter(page, footer, `${title}, page ${count(this.pages)}`)
    this.#page = page
    this.#y = 88
    return page
  }

  *end(): Generator<Buffer, void, void> {
    if (this.#page) yield this.#writer.page(this.#page, this.#about.section)
    this.#page = undefined
  }
}

function writeFooter(page: PdfPage, left: string, place: string): void {
  const y = letterLandscape.height - 28
  page.line(y - 10, margin, right)
  page.text(fitText(left, 480, 7), { x: margin, y, size: 7, gray: 0.35 })
  page.text(place, { x: right - textWidth(place, 'regular', 7), y, size: 7, gray: 0.35 })
}

/** `note` is told of each receipt that was written. */
export async function* binderPdf(
  content: BinderContent,
  { checks, unrecorded }: { checks: AsyncIterable<BinderCheck>; unrecorded: AsyncIterable<DecidedSale> },
  note: (done: number) => Promise<void>,
): AsyncGenerator<Buffer, void, void> {
  const { scope, businessName, stateName, customers, certificates } = content
  const period = `${dayInWords(scope.from_on)} to ${dayInWords(scope.to_on)}`
  const footer = `${businessName} · ${stateName} · ${period}`
  const writer = new PdfWriter({
    title: `Audit binder, ${stateName}, ${period}`,
    author: businessName,
    madeAt: scope.until,
  })
  yield writer.start()

  const pageOf = new Map<string, number>()
  const lines = new Table(writer, checkColumns, { section: sections.checks, title: 'Receipts', footer })
  const open = openCertificates(certificates)
  for await (const check of checks) {
    yield* lines.row(checkCells(check, open))
    const buyer = buyerKey(check)
    if (!pageOf.has(buyer)) pageOf.set(buyer, lines.pages)
    await note(1)
  }
  yield* lines.end()

  const others = new Table(writer, unrecordedColumns, {
    section: sections.unrecorded,
    title: 'Sales without a receipt',
    footer,
  })
  for await (const { row, decision } of unrecorded) {
    yield* others.row([
      count(row.line ?? 0),
      row.sale_on ? dayInWords(row.sale_on) : 'Not stated',
      row.reference ?? '',
      row.customer_name ?? 'Not stated',
      certificateCell(behind(row, decision), open),
      saleOutcomeWords[decision.outcome],
      decision.reasons.join(' '),
    ])
  }
  yield* others.end()

  const index = new Table(writer, indexColumns, {
    section: sections.index,
    title: 'Index by customer',
    footer,
  })
  for (const { name, checks: all, covered, ...buyer } of customers) {
    yield* index.row([
      name ?? erased,
      count(all),
      count(covered),
      `Receipts, page ${count(pageOf.get(buyerKey(buyer)) ?? 1)}`,
    ])
  }
  yield* index.end()

  const papers = new Table(writer, certificateColumns, {
    section: sections.certificates,
    title: 'Certificates',
    footer,
  })
  for (const { customer, endsOn, ownerId, path } of certificates) {
    yield* papers.row([
      customer ?? erased,
      endsOn ? dayInWords(endsOn) : ownerId ? 'No expiration date' : 'See the receipts',
      path,
    ])
  }
  yield* papers.end()
  yield writer.page(await coverPage(content, period), sections.cover)
  yield writer.page(guidePage(content, footer), sections.guide)
  yield* writer.end()
}

/** One customer, or all cards of one kind. */
export const buyerKey = ({ customer_id, card }: BinderBuyer): string => customer_id ?? card ?? ''

function certificateCell(wanted: Behind, open: OpenCertificates): string {
  const { certificate, certificateId } = certificateOf(wanted, open)
  return certificate === 'open' ? (certificateId ?? '').slice(-12) : certificateWords[certificate]
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const checkCells = (check: BinderCheck, open: OpenCertificates): string[] => [
  dayInWords(check.on_date),
  check.reference ?? '',
  check.customer_name ?? check.card ?? erased,
  check.amount_cents === null ? '' : dollars.format(check.amount_cents / 100),
  certificateCell(behind(check, { shareId: check.decided_share_id }), open),
  check.refunded_code === null
    ? saleOutcomeWords[check.outcome]
    : `Refund (${saleOutcomeWords[check.outcome]})`,
  check.decided_reasons.join(' '),
  check.code,
]

/** What the counts mean, in the words of the page. */
function countSentences({ counts, list }: Pick<BinderContent, 'counts' | 'list'>): string[] {
  const { sales, covered, coveredLater, partly, taxed, notCovered, haveNone, checks, withoutReference } =
    counts
  return [
    ...(sales === 0
      ? ['No sale was recorded here. The binder holds certificates only.']
      : [
          `${count(covered)} of ${count(sales)} sales are covered. ${count(partly)} are partly covered. ${count(taxed)} were taxed. ${count(notCovered)} aren’t covered by the customer’s certificate. ${count(haveNone)} have no certificate.`,
        ]),
    ...(coveredLater > 0
      ? [
          `For ${count(coveredLater)} of the covered sales, the certificate was shared or verified after the sale.`,
        ]
      : []),
    ...(list
      ? [
          `The auditor’s list has ${count(list.rows)} lines. ${count(list.unknown)} have a number that is on no receipt, and ${count(list.twice)} repeat an earlier line.`,
        ]
      : []),
    ...(withoutReference > 0
      ? [
          `${count(withoutReference)} of ${count(checks)} receipts have no invoice or order number, so they can’t be matched to invoices by number.`,
        ]
      : []),
  ]
}

async function coverPage(content: BinderContent, period: string): Promise<PdfPage> {
  const { businessName, stateName, scope, counts, publicUrl, signer } = content
  const page = new PdfPage()
  page.text('Audit binder', { x: margin, y: 110, size: 30, font: 'bold' })
  page.text(fitText(businessName, right - margin, 18), { x: margin, y: 146, size: 18 })
  page.text(`${stateName}, ${period}`, { x: margin, y: 172, size: 14 })
  page.line(192, margin, right, 0.5)
  let y = 220
  for (const sentence of countSentences(content)) y = writeParagraph(page, sentence, y, 12)
  y = writeParagraph(
    page,
    `${count(counts.checks)} receipts and ${count(counts.certificates)} certificates are in this binder.`,
    y,
    12,
  )
  writeParagraph(page, `Made on ${dayInWords(scope.until.toISOString().slice(0, 10))} with Exempta.`, y, 12)
  const key = await fingerprintOf(signer.key.publicKey.toString('base64'))
  page.text(`Signed by the key ${key}, which is published at ${publicUrl}/api/keys.`, {
    x: margin,
    y: letterLandscape.height - 60,
    size: 8,
    gray: 0.35,
  })
  return page
}

const guide = [
  'Each receipt was saved at the sale, with the answer that the rules and the certificate gave on that day. It has not been changed since.',
  'Covered: a certificate covered the sale on its day. Covered later: what covers it was shared or verified after the sale. Partly covered: a part of the tax was due. Tax charged: the seller recorded that sales tax was charged. Not covered and No certificate: nothing covers the sale, for the reason beside it. “Allowed anyway” is a manager’s reason for a sale without tax.',
  'Certificate: “None” where the customer had none, “Not shared anymore” where the customer withdrew it. Otherwise, the last 12 characters of the file’s name in the folder “certificates”. The files are the versions that the business was shown. Private details, such as card numbers, are hidden in them.',
  'checks.csv holds every receipt with what was answered at the sale. lookups.csv says which numbers were looked up, where, when and with what result; the folder “proofs” has the screenshots.',
  'rules.json has every rule that a reason refers to, with its source and a quote from it.',
  'Where a customer’s name was erased at their request, the receipt stays.',
  'manifest.json lists every file with its SHA-256 hash, and manifest.sig is its Ed25519 signature. With Exempta’s program, “npm run binder:verify -- FILE” checks both.',
  'Letters that the font of this document lacks are shown as “?”. checks.csv has them.',
]

function guidePage({ scope }: BinderContent, footer: string): PdfPage {
  const page = new PdfPage()
  page.text('How to read this binder', { x: margin, y: 60, size: 18, font: 'bold' })
  const ofList =
    'invoices.csv has the lines of the auditor’s list, each with the receipt that bears the same number, and whether a certificate covers it.'
  let y = 92
  for (const words of scope.has_list ? [...guide.slice(0, 4), ofList, ...guide.slice(4)] : guide) {
    y = writeParagraph(page, words, y, 11)
  }
  writeFooter(page, footer, 'How to read this binder')
  return page
}

function writeParagraph(page: PdfPage, text: string, y: number, size: number): number {
  let at = y
  for (const line of wrapText(text, right - margin, size)) {
    page.text(line, { x: margin, y: at, size })
    at += size * 1.45
  }
  return at + size * 0.5
}
