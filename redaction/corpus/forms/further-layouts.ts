/** More layouts of certificates that nobody has learned: parties in columns, in tables and in letters, labels in brackets. */
import type { FormPage } from '../../test/forms/form-page.ts'
import type { Wording } from './unknown-wordings.ts'

type Field = Parameters<FormPage['blank']>[0]
type Layout = (page: FormPage, words: Wording) => void

const nounOf = (label: string, either: RegExp, first: string, second: string) =>
  either.test(label) ? first : second
const buyerIn = ({ purchaser }: Wording) => nounOf(purchaser, /uyer/, 'Buyer', 'Purchaser')
const sellerIn = ({ seller }: Wording) => nounOf(seller, /endor/, 'Vendor', 'Seller')

/** A column for each party, under its heading. */
const parties: Layout = (page, words) => {
  page.text(words.title, 50, 60, 16, true)
  page.text(words.heading, 50, 78, 9)
  const columns = [
    [sellerIn(words).toUpperCase(), 50, 'seller', 'seller-address'],
    [buyerIn(words).toUpperCase(), 320, 'purchaser', 'purchaser-address'],
  ] as const
  for (const [heading, x, name, address] of columns) {
    page.text(heading, x, 112, 11, true)
    page.text('Name:', x, 136, 9)
    page.blank(name, x + 46, 136, 190)
    page.text('Address:', x, 162, 9)
    page.blank(address, x + 46, 162, 190)
  }
  page.text(`${words.number}:`, 50, 200, 9)
  page.blank('number', 250, 200, 200)
  page.paragraph(words.prose, 50, 236, 510)
  page.tick('blanket', words.blanket, 60, 300)
  page.tick('single', words.single, 300, 300)
  page.text(`${words.signature}:`, 50, 350, 9)
  page.blank('signature', 220, 350, 170)
  page.text(`${words.signedOn}:`, 400, 350, 9)
  page.blank('signed-on', 470, 350, 90)
}

/** A sentence over several lines, and below each blank in brackets what belongs there. */
const bracketed: Layout = (page, words) => {
  page.text(words.heading, 150, 54, 11, true)
  page.text(words.title.toUpperCase(), 180, 78, 13, true)
  const blank = (field: Field, label: string, x: number, y: number, width: number) => {
    page.blank(field, x, y, width)
    page.text(`(${label})`, x + 20, y + 13, 7)
  }
  page.text('This is to certify to', 50, 120, 10)
  blank('seller', words.seller, 150, 120, 230)
  page.text('that', 390, 120, 10)
  page.text('the goods which', 50, 156, 10)
  blank('purchaser', words.purchaser, 130, 156, 260)
  page.text('of', 396, 156, 10)
  blank('purchaser-address', words.purchaserAddress, 50, 192, 420)
  page.text('buys from it are exempt, under', 50, 228, 10)
  blank('number', words.number, 200, 228, 180)
  page.text('.', 384, 228, 10)
  page.paragraph(words.prose, 50, 270, 510, 10)
  blank('signature', words.signature, 50, 370, 260)
  blank('signed-on', words.signedOn, 340, 370, 140)
}

/** A table with the parties as its columns, and what is asked about them as its rows. */
const matrix: Layout = (page, words) => {
  page.text(words.heading, 50, 50, 10)
  page.text(words.title, 50, 72, 14, true)
  const [first, second] = [130, 345]
  const row = (label: string, y: number, fields: readonly (readonly [Field, number])[]) => {
    page.frame(50, y, 80, 26)
    page.frame(first, y, 215, 26)
    page.frame(second, y, 215, 26)
    page.text(label, 56, y + 17, 9)
    for (const [field, x] of fields) page.zone(field, x + 4, y + 4, 205, 18)
  }
  row('', 100, [])
  page.text(buyerIn(words), first + 6, 117, 10, true)
  page.text(sellerIn(words), second + 6, 117, 10, true)
  row('Name', 126, [
    ['purchaser', first],
    ['seller', second],
  ])
  row('Address', 152, [
    ['purchaser-address', first],
    ['seller-address', second],
  ])
  page.text(words.number, 50, 206, 9)
  page.blank('number', 250, 206, 220)
  page.text(words.items, 50, 232, 9)
  page.blank('items', 250, 232, 300)
  page.tick('single', words.single, 60, 262)
  page.tick('blanket', words.blanket, 300, 262)
  page.paragraph(words.prose, 50, 290, 510)
  page.blank('signature', 50, 380, 240)
  page.text(words.signature, 50, 393, 7)
  page.blank('signed-on', 330, 380, 140)
  page.text(words.signedOn, 330, 393, 7)
}

/** Labels that end where the values begin. */
const justified: Layout = (page, words) => {
  page.text(words.title, 70, 64, 15, true)
  page.text(words.heading, 70, 84, 10)
  const row = (field: Field, label: string, y: number, width = 300) => {
    // Drawn at a place that depends on its length, so that it ends at one edge.
    page.text(`${label}:`, 235 - 4.6 * (label.length + 1), y, 9)
    page.blank(field, 250, y, width)
  }
  row('purchaser', words.purchaser, 130)
  row('purchaser-address', words.purchaserAddress, 154)
  row('number', words.number, 178, 180)
  row('business', words.business, 202)
  row('seller', words.seller, 240)
  row('seller-address', words.sellerAddress, 264)
  row('items', words.items, 288)
  page.paragraph(words.prose, 70, 324, 480)
  page.tick('single', words.single, 90, 390)
  page.tick('blanket', words.blanket, 300, 390)
  row('signature', words.signature, 430, 200)
  row('signer', words.signer, 454)
  row('signed-on', words.signedOn, 478, 120)
}

/** Small, in two rows of cells, with labels at the foot of each. */
const card: Layout = (page, words) => {
  page.text(words.title, 60, 60, 13, true)
  page.text(words.heading, 330, 60, 8)
  const cell = (field: Field, label: string, x: number, y: number, width: number) => {
    page.frame(x, y, width, 32)
    page.text(label, x + 4, y + 29, 6.5)
    page.zone(field, x + 4, y + 3, width - 8, 17)
  }
  cell('purchaser', words.purchaser, 50, 80, 250)
  cell('number', words.number, 300, 80, 160)
  cell('signed-on', words.signedOn, 460, 80, 100)
  cell('purchaser-address', words.purchaserAddress, 50, 112, 510)
  cell('seller', words.seller, 50, 144, 250)
  cell('items', words.items, 300, 144, 260)
  page.tick('single', words.single, 60, 200)
  page.tick('blanket', words.blanket, 300, 200)
  page.paragraph(words.prose, 50, 226, 510, 8)
  page.blank('signature', 50, 300, 240)
  page.text(words.signature, 50, 312, 7)
}

/** A letter in paragraphs, with blanks in them. */
const statement: Layout = (page, words) => {
  page.text(words.heading, 70, 60, 10)
  page.text(words.title, 70, 90, 14, true)
  page.text('We,', 70, 130, 11)
  page.blank('purchaser', 92, 130, 240)
  page.text(', whose address is', 336, 130, 11)
  page.blank('purchaser-address', 70, 158, 380)
  page.text(', state', 454, 158, 11)
  page.text('that we are exempt from sales tax under permit number', 70, 186, 11)
  page.blank('number', 350, 186, 160)
  page.text('and that this applies to all that we order from', 70, 214, 11)
  page.blank('seller', 306, 214, 230)
  page.text('. We will tell you when that ends.', 70, 242, 11)
  page.paragraph(words.prose, 70, 272, 470, 10)
  page.text('Dated this', 70, 356, 11)
  page.blank('signed-on', 128, 356, 150)
  page.blank('signature', 320, 356, 220)
  page.text(words.signature, 320, 370, 8)
}

/** The number and the day at the top, and labels above lines that go across the page. */
const topped: Layout = (page, words) => {
  page.text(words.title, 50, 60, 15, true)
  page.text(words.heading, 50, 78, 9)
  page.text(words.number, 380, 54, 8)
  page.blank('number', 380, 72, 180)
  page.text(words.signedOn, 380, 92, 8)
  page.blank('signed-on', 380, 110, 180)
  page.paragraph(words.prose, 50, 140, 510)
  page.tick('blanket', words.blanket, 60, 200)
  page.tick('single', words.single, 300, 200)
  const row = (field: Field, label: string, y: number) => {
    page.text(label, 50, y, 8)
    page.blank(field, 50, y + 20, 510)
  }
  row('purchaser', words.purchaser, 230)
  row('purchaser-address', words.purchaserAddress, 270)
  row('seller', words.seller, 310)
  row('seller-address', words.sellerAddress, 350)
  row('items', words.items, 390)
  page.text(words.signature, 50, 440, 8)
  page.blank('signature', 50, 460, 260)
  page.text(words.signer, 330, 440, 8)
  page.blank('signer', 330, 460, 230)
}

/** Two columns of labels with their values below them, in frames without lines between. */
const framed: Layout = (page, words) => {
  page.text(words.heading, 180, 54, 11, true)
  page.text(words.title, 200, 74, 13)
  const block = (x: number, y: number, rows: readonly (readonly [Field, string])[]) => {
    page.frame(x, y, 260, 20 + 34 * rows.length)
    for (const [i, [field, label]] of rows.entries()) {
      page.text(label, x + 8, y + 16 + 34 * i, 8, true)
      page.zone(field, x + 8, y + 20 + 34 * i, 244, 16)
    }
  }
  block(40, 100, [
    ['seller', words.seller],
    ['seller-address', words.sellerAddress],
    ['items', words.items],
  ])
  block(312, 100, [
    ['purchaser', words.purchaser],
    ['purchaser-address', words.purchaserAddress],
    ['number', words.number],
  ])
  page.tick('single', words.single, 60, 250)
  page.tick('blanket', words.blanket, 320, 250)
  page.paragraph(words.prose, 40, 280, 530)
  block(40, 340, [['signature', words.signature]])
  block(312, 340, [
    ['signed-on', words.signedOn],
    ['signer', words.signer],
  ])
}

export const furtherLayouts = {
  tuning: { parties, bracketed, matrix, topped },
  unseen: { justified, card, statement, framed },
}
