/**
 * Certificates that nobody has learned, in layouts and wordings of our own: values in cells, beside, above and below
 * their labels, under headings of sections, in tables, in sentences and in letters.
 */
import type { Form } from '@exempta/knowledge/schema'
import type { FormPage } from '../../test/forms/form-page.ts'
import { drawMadeUp, type MadeUpForm } from '../../test/forms/made-up-forms.ts'
import { furtherLayouts } from './further-layouts.ts'
import type { Half } from './styles.ts'
import { type Wording, wordings } from './unknown-wordings.ts'

type Layout = (page: FormPage, words: Wording) => void

const heading = (page: FormPage, { heading, title }: Wording) => {
  page.text(heading, 60, 56, 11, true)
  page.text(title, 200, 86, 15, true)
}

/** Boxes with small labels in their upper left corners. */
const cells: Layout = (page, words) => {
  heading(page, words)
  page.cell('purchaser', words.purchaser, 40, 120, 266)
  page.cell('seller', words.seller, 306, 120, 266)
  page.cell('purchaser-address', words.purchaserAddress, 40, 150, 266)
  page.cell('seller-address', words.sellerAddress, 306, 150, 266)
  page.cell('number', words.number, 40, 180, 266)
  page.cell('business', words.business, 306, 180, 266)
  page.tick('single', words.single, 60, 240)
  page.tick('blanket', words.blanket, 260, 240)
  page.paragraph(words.prose, 40, 280, 520)
  page.cell('items', words.items, 40, 340, 532)
  page.cell('signature', words.signature, 40, 420, 330, 36)
  page.cell('signed-on', words.signedOn, 370, 420, 202, 36)
  page.cell('signer', words.signer, 40, 456, 266)
  page.cell('title', words.position, 306, 456, 266)
}

/** Lines to write on behind the labels. */
const beside: Layout = (page, words) => {
  heading(page, words)
  const row = (field: Parameters<FormPage['blank']>[0], label: string, y: number) => {
    const end = page.text(label, 50, y, 10)
    page.blank(field, end + 8, y, 560 - end - 8)
  }
  row('seller', words.seller, 130)
  row('seller-address', words.sellerAddress, 156)
  page.tick('blanket', words.blanket, 60, 182)
  page.tick('single', words.single, 300, 182)
  row('purchaser', words.purchaser, 212)
  row('purchaser-address', words.purchaserAddress, 238)
  row('number', words.number, 264)
  row('business', words.business, 290)
  row('items', words.items, 316)
  page.paragraph(words.prose, 50, 350, 510, 10)
  page.text(words.signature, 50, 450, 10)
  page.blank('signature', 210, 450, 160)
  const end = page.text(words.signedOn, 385, 450, 10)
  page.blank('signed-on', end + 6, 450, 560 - end)
  row('signer', words.signer, 480)
  row('title', words.position, 506)
}

/** Lines to write on, with small labels below them. */
const above: Layout = (page, words) => {
  heading(page, words)
  const row = (
    field: Parameters<FormPage['blank']>[0],
    label: string,
    x: number,
    y: number,
    width: number,
  ) => {
    page.blank(field, x, y, width)
    page.text(label, x, y + 13, 7)
  }
  row('purchaser', words.purchaser, 50, 140, 300)
  row('number', words.number, 370, 140, 190)
  row('purchaser-address', words.purchaserAddress, 50, 178, 510)
  page.paragraph(words.prose, 50, 220, 510)
  row('seller', words.seller, 50, 290, 240)
  row('seller-address', words.sellerAddress, 310, 290, 250)
  row('business', words.business, 50, 328, 240)
  row('items', words.items, 310, 328, 250)
  page.tick('single', words.single, 60, 368)
  page.tick('blanket', words.blanket, 300, 368)
  row('signature', words.signature, 50, 430, 220)
  row('title', words.position, 290, 430, 110)
  row('signed-on', words.signedOn, 420, 430, 140)
  row('signer', words.signer, 50, 468, 220)
}

/** One sentence with blanks. */
const sentence: Layout = (page, words) => {
  heading(page, words)
  page.text('I,', 60, 140, 11)
  page.blank('purchaser', 74, 140, 250)
  page.text(', of', 328, 140, 11)
  page.blank('purchaser-address', 350, 140, 210)
  page.text('hereby certify that I hold permit number', 60, 170, 11)
  page.blank('number', 272, 170, 150)
  page.text('issued by this state, that I am in', 428, 170, 9)
  page.text('the business of', 60, 200, 11)
  page.blank('business', 144, 200, 250)
  page.text('and that the goods I purchase from', 398, 200, 9)
  page.blank('seller', 60, 230, 300)
  page.text('will be resold or are exempt from the tax.', 366, 230, 10)
  page.paragraph(words.prose, 60, 270, 500, 10)
  page.text('Dated', 60, 360, 11)
  page.blank('signed-on', 96, 360, 140)
  page.blank('signature', 300, 360, 240)
  page.text(words.signature, 300, 374, 8)
}

/** A table with labels in its first column. */
const table: Layout = (page, words) => {
  heading(page, words)
  const rows = [
    ['purchaser', words.purchaser],
    ['purchaser-address', words.purchaserAddress],
    ['number', words.number],
    ['business', words.business],
    ['seller', words.seller],
    ['seller-address', words.sellerAddress],
    ['items', words.items],
    ['signer', words.signer],
    ['title', words.position],
    ['signed-on', words.signedOn],
  ] as const
  for (const [i, [field, label]] of rows.entries()) {
    const y = 130 + i * 26
    page.frame(50, y, 210, 26)
    page.frame(260, y, 300, 26)
    page.text(`${label}:`, 56, y + 17, 9)
    page.zone(field, 264, y + 4, 290, 18)
  }
  page.paragraph(words.prose, 50, 420, 510)
  page.blank('signature', 60, 510, 240)
  page.text(words.signature, 60, 524, 8)
}

/** Sections whose headings say whose name and address is meant. */
const sections: Layout = (page, words) => {
  heading(page, words)
  const party = words.purchaser.includes('uyer') ? 'BUYER' : 'PURCHASER'
  const other = words.seller.includes('endor') ? 'VENDOR' : 'SELLER'
  page.text(`PART 1. ${party} INFORMATION`, 50, 126, 10, true)
  page.text('Name', 60, 150, 9)
  page.blank('purchaser', 110, 150, 440)
  page.text('Address', 60, 174, 9)
  page.blank('purchaser-address', 110, 174, 440)
  page.text(words.number, 60, 198, 9)
  page.blank('number', 220, 198, 330)
  page.text(`PART 2. ${other} INFORMATION`, 50, 230, 10, true)
  page.text('Name', 60, 254, 9)
  page.blank('seller', 110, 254, 440)
  page.text('Address', 60, 278, 9)
  page.blank('seller-address', 110, 278, 440)
  page.text('PART 3. REASON FOR EXEMPTION', 50, 310, 10, true)
  page.tick('reason', 'Resale', 60, 332, 'resale')
  page.tick('reason', 'Religious organization', 200, 332, 'religious')
  page.tick('reason', 'School', 380, 332, 'education')
  page.text('PART 4. CERTIFICATION', 50, 366, 10, true)
  page.paragraph(words.prose, 50, 384, 510)
  page.text('Signature', 60, 450, 9)
  page.blank('signature', 110, 450, 240)
  page.text(words.signedOn, 370, 450, 9)
  page.blank('signed-on', 440, 450, 110)
  page.text('Name and title', 60, 480, 9)
  page.blank('signer', 130, 480, 200)
}

/** Numbered fields, each label above a line of its own. */
const numbered: Layout = (page, words) => {
  heading(page, words)
  const row = (
    number: number,
    field: Parameters<FormPage['blank']>[0],
    label: string,
    x: number,
    y: number,
  ) => {
    page.text(`${number}. ${label}`, x, y, 8)
    page.blank(field, x, y + 18, 240)
  }
  row(1, 'purchaser', words.purchaser, 50, 130)
  row(2, 'number', words.number, 320, 130)
  row(3, 'purchaser-address', words.purchaserAddress, 50, 172)
  row(4, 'business', words.business, 320, 172)
  row(5, 'seller', words.seller, 50, 214)
  row(6, 'seller-address', words.sellerAddress, 320, 214)
  row(7, 'items', words.items, 50, 256)
  page.tick('blanket', words.blanket, 60, 304)
  page.tick('single', words.single, 320, 304)
  page.paragraph(words.prose, 50, 336, 510)
  row(8, 'signature', words.signature, 50, 400)
  row(9, 'signed-on', words.signedOn, 320, 400)
  row(10, 'signer', words.signer, 50, 442)
  row(11, 'title', words.position, 320, 442)
}

/** Labels with colons, hints in brackets, and values at one tab stop. */
const colons: Layout = (page, words) => {
  heading(page, words)
  const row = (field: Parameters<FormPage['blank']>[0], label: string, y: number) => {
    page.text(`${label}:`, 50, y, 10)
    page.blank(field, 290, y, 270)
  }
  page.paragraph(words.prose, 50, 120, 510)
  row('purchaser', `${words.purchaser} (as registered)`, 180)
  row('purchaser-address', words.purchaserAddress, 204)
  row('business', words.business, 228)
  row('number', `${words.number} (if any)`, 252)
  row('seller', words.seller, 290)
  row('seller-address', words.sellerAddress, 314)
  row('items', words.items, 338)
  page.tick('single', words.single, 60, 372)
  page.tick('blanket', words.blanket, 300, 372)
  row('signer', words.signer, 420)
  row('title', words.position, 444)
  row('signed-on', `${words.signedOn} (month/day/year)`, 468)
  page.text(`${words.signature}:`, 50, 500, 10)
  page.blank('signature', 290, 500, 270)
}

/** Three lines to write on side by side, labels below. */
const columns: Layout = (page, words) => {
  heading(page, words)
  const row = (
    field: Parameters<FormPage['blank']>[0],
    label: string,
    x: number,
    y: number,
    width: number,
  ) => {
    page.blank(field, x, y, width)
    page.text(`(${label.toLowerCase()})`, x + 6, y + 12, 7)
  }
  row('seller', words.seller, 50, 130, 200)
  row('seller-address', words.sellerAddress, 270, 130, 290)
  page.tick('single', words.single, 60, 172)
  page.tick('blanket', words.blanket, 300, 172)
  page.paragraph(words.prose, 50, 200, 510)
  row('purchaser', words.purchaser, 50, 270, 190)
  row('number', words.number, 255, 270, 140)
  row('business', words.business, 410, 270, 150)
  row('purchaser-address', words.purchaserAddress, 50, 306, 300)
  row('items', words.items, 370, 306, 190)
  row('signature', words.signature, 50, 380, 200)
  row('signer', words.signer, 265, 380, 160)
  row('signed-on', words.signedOn, 440, 380, 120)
}

/** Another sentence: the company speaks of itself. */
const undersigned: Layout = (page, words) => {
  heading(page, words)
  page.text('The undersigned,', 60, 140, 11)
  page.blank('purchaser', 150, 140, 290)
  page.text(', located at', 446, 140, 11)
  page.blank('purchaser-address', 60, 170, 330)
  page.text(', is engaged in', 396, 170, 11)
  page.blank('business', 60, 200, 230)
  page.text('and is registered under account number', 296, 200, 10)
  page.blank('number', 60, 230, 180)
  page.text('. It certifies that whatever it buys from', 244, 230, 10)
  page.blank('seller', 60, 260, 300)
  page.text('on or after this day is exempt from sales tax,', 366, 260, 9)
  page.text('and that it will pay the tax if it is used otherwise.', 60, 290, 11)
  page.paragraph(words.prose, 60, 320, 500, 10)
  page.text('Signed this day:', 60, 400, 11)
  page.blank('signed-on', 150, 400, 150)
  page.text('By:', 320, 400, 11)
  page.blank('signature', 344, 400, 200)
}

/** A letter to the seller. */
const letter: Layout = (page, words) => {
  heading(page, words)
  page.text('Date:', 60, 124, 11)
  page.blank('signed-on', 110, 124, 160)
  page.text('To:', 60, 150, 11)
  page.blank('seller', 110, 150, 330)
  page.text('From:', 60, 176, 11)
  page.blank('purchaser', 110, 176, 330)
  page.text('Address:', 60, 202, 11)
  page.blank('purchaser-address', 110, 202, 330)
  page.text('Tax number:', 60, 228, 11)
  page.blank('number', 130, 228, 200)
  page.text('Please do not charge sales tax on our orders of', 60, 262, 11)
  page.blank('items', 306, 262, 240)
  page.paragraph(words.prose, 60, 300, 490, 11)
  page.text('Yours truly,', 60, 390, 11)
  page.blank('signature', 60, 430, 240)
  page.text(words.signature, 60, 444, 8)
}

/** Tables with a row of labels above a row of values. */
const heads: Layout = (page, words) => {
  heading(page, words)
  const boxes = (
    y: number,
    all: readonly (readonly [Parameters<FormPage['blank']>[0], string, number, number])[],
  ) => {
    for (const [field, label, x, width] of all) {
      page.frame(x, y, width, 16)
      page.text(label, x + 4, y + 11, 8, true)
      page.frame(x, y + 16, width, 22)
      page.zone(field, x + 3, y + 18, width - 6, 18)
    }
  }
  boxes(120, [
    ['purchaser', words.purchaser, 50, 200],
    ['purchaser-address', words.purchaserAddress, 250, 310],
  ])
  boxes(170, [
    ['number', words.number, 50, 200],
    ['business', words.business, 250, 310],
  ])
  boxes(220, [
    ['seller', words.seller, 50, 200],
    ['seller-address', words.sellerAddress, 250, 310],
  ])
  page.tick('single', words.single, 60, 290)
  page.tick('blanket', words.blanket, 300, 290)
  page.paragraph(words.prose, 50, 320, 510)
  boxes(390, [
    ['signature', words.signature, 50, 230],
    ['title', words.position, 280, 140],
    ['signed-on', words.signedOn, 420, 140],
  ])
}

const layouts: Readonly<Record<Half, Readonly<Record<string, Layout>>>> = {
  tuning: { cells, beside, above, sentence, table, sections, ...furtherLayouts.tuning },
  unseen: { numbered, colons, columns, undersigned, letter, heads, ...furtherLayouts.unseen },
}

/** Every layout of a half in every wording of the half. */
export function unknownForms(half: Half): Promise<MadeUpForm[]> {
  return Promise.all(
    Object.entries(layouts[half]).flatMap(([name, draw]) =>
      wordings
        .filter((words) => words.half === half)
        .map((words) =>
          drawMadeUp({
            facts: { ...common, code: `unknown-${name}-${words.state.toLowerCase()}`, states: [words.state] },
            size: [612, 792],
            pages: [(page) => draw(page, words)],
          }),
        ),
    ),
  )
}

const common = {
  name: 'Unknown form',
  title: 'A certificate that nobody has learned',
  reasons: ['resale'],
  unmarked: 'unknown',
  required: ['purchaser'],
} satisfies Partial<Form>
