/** Separator sheets as people print them: a page for each customer, with a barcode that names them. */
import { Readable } from 'node:stream'
import QRCode from 'qrcode'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { FileAnswer } from '../../../platform/http/send-file.ts'
import { fitText, letterPortrait, PdfPage, PdfWriter, wrapText } from '../../../platform/pdf/pdf-writer.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { findAllCurrent } from '../../customers/index.ts'
import { linkSecretOf } from '../../requests/index.ts'
import { sheetCodeOf, sheetText } from './sheet-codes.ts'

/** What is printed on one. */
interface Sheet {
  name: string
  number: string | null
  code: string
}

export async function printSheets(
  services: Services,
  call: Call,
  customerIds: readonly string[],
): Promise<FileAnswer<'application/pdf', 'never'>> {
  const member = memberOf(call)
  const { businessId, customers } = await services.database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const found = await findAllCurrent(tx, businessId, customerIds)
      const customers = customerIds.map((id) => found.get(id) ?? notFound())
      return { businessId, customers: [...new Set(customers)] }
    },
    { readOnly: true },
  )
  const secret = await linkSecretOf(services, businessId)
  const sheets = customers.map(({ id, name, number }) => ({ name, number, code: sheetCodeOf(secret, id) }))
  return {
    name: 'separator-sheets.pdf',
    contentType: 'application/pdf',
    content: Readable.from([drawSheets(sheets, services.clock.now())]),
    isInline: true,
    recordOpening: 'never',
  }
}

function notFound(): never {
  throw new AppError('not-found')
}

function drawSheets(sheets: readonly Sheet[], madeAt: Date): Buffer {
  const writer = new PdfWriter({ title: 'Separator sheets', author: 'Exempta', madeAt })
  const pages = [writer.start(), ...sheets.map((sheet, at) => writer.page(drawSheet(sheet), at))]
  return Buffer.concat([...pages, ...writer.end()])
}

const left = 72
const width = letterPortrait.width - 2 * left
const explained =
  'Put this sheet before the certificates of this customer, and scan them together. We split the stack here, leave this page out, and propose this customer for what comes after it.'

function drawSheet({ name, number, code }: Sheet): PdfPage {
  const page = new PdfPage(letterPortrait)
  page.text('Separator sheet', { x: left, y: 92, size: 14, gray: 0.3 })
  page.text(fitText(name, width, 28, 'bold'), { x: left, y: 132, size: 28, font: 'bold' })
  if (number !== null) {
    page.text(fitText(`Customer number ${number}`, width, 16), { x: left, y: 162, size: 16 })
  }
  drawCode(page, sheetText(code), { x: 156, y: 220, side: 300 })
  for (const [at, line] of wrapText(explained, width, 12).entries()) {
    page.text(line, { x: left, y: 572 + 18 * at, size: 12, gray: 0.3 })
  }
  return page
}

/** Each row of dark squares as few rectangles, so that no hair of white is between them. */
function drawCode(page: PdfPage, text: string, { x, y, side }: { x: number; y: number; side: number }) {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'Q' }).modules
  const unit = side / size
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      let to = from
      while (to < size && data[row * size + to]) to++
      if (to > from) {
        page.fill({ x: x + from * unit, y: y + row * unit, width: (to - from) * unit, height: unit })
      }
      from = to
    }
  }
}
