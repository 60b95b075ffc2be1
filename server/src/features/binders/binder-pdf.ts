/** The part of a binder that people read: a cover, how to read it, an index by customer, and a line for each receipt. */
import { dayInWords } from '@exempta/knowledge/dates'
import { fitText, letterLandscape, PdfPage, PdfWriter, textWidth } from '../../platform/pdf/pdf-writer.ts'
import type { BinderContent } from './binder-content.ts'
import { certificateId } from './certificates.ts'
import type { BinderCheck } from './queries/contents.ts'
import { fingerprintOf } from './verify-binder.ts'

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
const sections = { cover: 0, guide: 1, index: 2, certificates: 3, checks: 4 } as const

interface Column {
  title: string
  width: number
}
const checkColumns = [
  { title: 'Date', width: 58 },
  { title: 'Invoice or order', width: 98 },
  { title: 'Customer', width: 130 },
  { title: 'Certificate', width: 82 },
  { title: 'Answer', width: 72 },
  { title: 'Reasons', width: 214 },
  { title: 'Receipt', width: 58 },
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
    if (this.#page && this.#y + rowHeight > bottom) yield* this.end()
    const page = this.#page ?? this.#open()
    let x = margin
    for (const [at, { width }] of this.#columns.entries()) {
      page.text(fitText(cells[at] ?? '', width - 6, rowSize), { x, y: this.#y, size: rowSize })
      x += width
    }
    this.#y += rowHeight
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
  checks: AsyncIterable<BinderCheck>,
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
  const known = new Set(certificates.map(({ id }) => id))
  for await (const check of checks) {
    yield* lines.row(checkCells(check, known))
    if (!pageOf.has(check.customer_id)) pageOf.set(check.customer_id, lines.pages)
    await note(1)
  }
  yield* lines.end()

  const index = new Table(writer, indexColumns, {
    section: sections.index,
    title: 'Index by customer',
    footer,
  })
  for (const { id, name, checks: all, covered } of customers) {
    yield* index.row([
      name ?? erased,
      count(all),
      count(covered),
      `Receipts, page ${count(pageOf.get(id) ?? 1)}`,
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
      endsOn ? dayInWords(endsOn) : ownerId ? 'No end date' : 'See the receipts',
      path,
    ])
  }
  yield* papers.end()
  yield writer.page(coverPage(content, period), sections.cover)
  yield writer.page(guidePage(content, footer), sections.guide)
  yield* writer.end()
}

function certificateCell(check: BinderCheck, known: ReadonlySet<string>): string {
  const id = certificateId(check, known)
  if (id === '') return ''
  return known.has(id) ? id.slice(-12) : 'Not shared anymore'
}

const checkCells = (check: BinderCheck, known: ReadonlySet<string>): string[] => [
  dayInWords(check.on_date),
  check.reference ?? '',
  check.customer_name ?? erased,
  certificateCell(check, known),
  check.refunded_code === null ? verdictWords[check.verdict] : `Refund (${verdictWords[check.verdict]})`,
  [
    ...(check.allowed_reason ? [`Allowed anyway: ${check.allowed_reason}`] : []),
    ...check.reasons.map(({ text }) => text),
  ].join(' '),
  check.code,
]

/** What the counts mean, in the words of the page. */
function countSentences({ counts, list }: Pick<BinderContent, 'counts' | 'list'>): string[] {
  const { sales, covered, coveredLater, needNewer, haveNone, checks, withoutReference } = counts
  return [
    ...(sales === 0
      ? ['No sale was recorded here. The binder holds certificates only.']
      : [
          `${count(covered)} of ${count(sales)} sales are covered. ${count(needNewer)} need a newer certificate. ${count(haveNone)} have none.`,
        ]),
    ...(coveredLater > 0 ? [`For ${count(coveredLater)} of them, the certificate came after the sale.`] : []),
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

function coverPage(content: BinderContent, period: string): PdfPage {
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
  const key = fingerprintOf(signer.key.publicKey.toString('base64'))
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
  'Covered: a certificate covered the sale, and no tax was due. Ask a manager: something had to be decided by a person. Not covered: tax was to be charged. “Allowed anyway” is a manager’s reason for a sale without tax.',
  'Certificate: the last 12 characters of the file’s name in the folder “certificates”. The files are the versions that the business was shown. Private details, such as card numbers, are hidden in them.',
  'checks.csv holds every receipt with all of its reasons. lookups.csv says which numbers were looked up, where, when and with what result; the folder “proofs” has the screenshots.',
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
  let line = ''
  let at = y
  const write = () => {
    page.text(line, { x: margin, y: at, size })
    at += size * 1.45
  }
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer, 'regular', size) > right - margin) {
      write()
      line = word
    } else line = longer
  }
  write()
  return at + size * 0.5
}
