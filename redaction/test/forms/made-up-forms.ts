/** Certificates of states that don't exist, in our own words, so that reading forms can be tested without real ones. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { type Form, FormFile } from '@exempta/knowledge/schema'
import { addPages, type FormPage } from './form-page.ts'

export interface MadeUpForm {
  /** What `knowledge` would hold about it, its zones included. */
  form: Form
  /** The blank as a PDF with a text layer. */
  blank: Uint8Array
}

type Facts = Pick<Form, 'code' | 'name' | 'title' | 'states' | 'reasons' | 'unmarked' | 'required'> &
  Partial<Pick<Form, 'revision'>>

interface Drawing {
  facts: Facts
  size: [number, number]
  pages: readonly ((page: FormPage) => void)[]
}

const letter: [number, number] = [612, 792]

const boxed: Drawing = {
  facts: {
    code: 'xc-ex-7',
    name: 'EX-7',
    title: 'Certificate of Exempt Purchase',
    revision: '3/24',
    states: ['XC'],
    reasons: ['resale', 'charity', 'education', 'other'],
    unmarked: 'single',
    required: ['purchaser', 'seller', 'number', 'reason', 'signature', 'signed-on'],
  },
  size: letter,
  pages: [
    (page) => {
      page.text('State of Cascadia', 40, 48, 11, true)
      page.text('Bureau of Revenue', 40, 62, 9)
      page.text('Form EX-7', 500, 48, 12, true)
      page.text('(Rev. 3/24)', 500, 62, 8)
      page.text('Certificate of Exempt Purchase', 190, 84, 15, true)
      page.paragraph(
        'Give this certificate to the merchant. Do not mail it to the Bureau. The merchant keeps it on file for as long as ' +
          'the Bureau may examine the books, and no less than five years after the last purchase made under it.',
        40,
        108,
        530,
      )
      page.cell('seller', 'Name of merchant', 40, 140, 266)
      page.cell('purchaser', 'Name of buyer', 306, 140, 266)
      page.cell('seller-address', 'Street, city, state and ZIP code of merchant', 40, 170, 266)
      page.cell('purchaser-address', 'Street, city, state and ZIP code of buyer', 306, 170, 266)
      page.cell('number', 'Cascadia registration number', 40, 200, 266)
      page.cell('business', 'What the buyer does for a living', 306, 200, 266)
      page.text('Mark one:', 40, 252, 9, true)
      page.tick('single', 'This one purchase only', 100, 252)
      page.tick('blanket', 'All purchases until this certificate is withdrawn', 250, 252)
      page.text('Why is the purchase exempt?', 40, 282, 10, true)
      page.tick('reason', 'The goods will be sold again in the ordinary course of trade.', 56, 302, 'resale')
      page.tick('reason', 'The buyer is a charity with a letter from the Bureau.', 56, 320, 'charity')
      page.tick('reason', 'The buyer is a school, a college or a library.', 56, 338, 'education')
      page.tick('reason', 'Another reason that the Bureau has approved in writing.', 56, 356, 'other')
      page.text('Describe the goods or services you buy without tax:', 40, 388)
      page.blank('items', 40, 410, 532)
      page.paragraph(
        'A buyer who uses exempt goods in another way than stated above owes the tax to the Bureau on the day of first use, ' +
          'together with interest. Anybody who signs a certificate knowing that it is untrue commits an offense and pays twice ' +
          'the tax that was evaded. The merchant who accepts a complete certificate in good faith owes nothing.',
        40,
        446,
        530,
      )
      page.cell('signature', 'Signature of buyer or authorized person', 40, 510, 330, 36)
      page.cell('signed-on', 'Date', 370, 510, 202, 36)
      page.cell('signer', 'Name in print', 40, 546, 266)
      page.cell('title', 'Position in the organization', 306, 546, 266)
      page.text('The Bureau does not approve or number these certificates.', 40, 600, 8)
    },
  ],
}

const sentence: Drawing = {
  facts: {
    code: 'xj-resale',
    name: 'Resale statement',
    title: 'Statement of Purchase for Resale',
    states: ['XJ'],
    reasons: ['resale'],
    unmarked: 'blanket',
    required: ['purchaser', 'seller', 'number', 'signature', 'signed-on'],
  },
  size: letter,
  pages: [
    (page) => {
      page.text('STATE OF JEFFERSON', 240, 70, 12, true)
      page.text('OFFICE OF THE TAX COLLECTOR', 225, 86, 9)
      page.text('Statement of Purchase for Resale', 195, 120, 15, true)
      page.text('I hereby state that', 60, 170, 11)
      page.blank('purchaser', 160, 170, 390)
      page.text('(name of the firm that buys)', 270, 185, 7)
      page.text('holds seller permit number', 60, 212, 11)
      page.blank('number', 205, 212, 170)
      page.text('of the State of Jefferson,', 385, 212, 11)
      page.text('is engaged in the trade of', 60, 246, 11)
      page.blank('business', 200, 246, 350)
      page.text('and that the goods bought from', 60, 280, 11)
      page.blank('seller', 230, 280, 320)
      page.text('(name of the firm that sells)', 320, 295, 7)
      page.text('namely', 60, 322, 11)
      page.blank('items', 105, 322, 445)
      page.paragraph(
        'will be resold by me as they are. Should I use any of them for another purpose than to show or demonstrate them ' +
          'while they are held for sale, I will report their price to the tax collector and pay the tax on it, as the sales ' +
          'tax act of this state orders. This statement stays in force until I take it back in a letter to the seller.',
        60,
        360,
        490,
        11,
      )
      page.text('Signed at', 60, 450, 11)
      page.blank('purchaser-address', 115, 450, 265)
      page.text('on', 390, 450, 11)
      page.blank('signed-on', 410, 450, 140)
      page.blank('signature', 60, 510, 240)
      page.text('Signature', 60, 524, 8)
      page.blank('title', 330, 510, 220)
      page.text('Title', 330, 524, 8)
    },
  ],
}

const twoPages: Drawing = {
  facts: {
    code: 'xs-88t',
    name: '88-T',
    title: 'Sales Tax Exemption Claim',
    states: ['XS'],
    reasons: [
      'resale',
      'federal-government',
      'state-government',
      'tribal',
      'religious',
      'agriculture',
      'other',
    ],
    unmarked: 'unknown',
    required: ['purchaser', 'seller', 'reason', 'signature', 'signed-on'],
  },
  size: letter,
  pages: [
    (page) => {
      page.text('88-T', 50, 60, 20, true)
      page.text('Sales Tax Exemption Claim', 120, 52, 14, true)
      page.text('Superior Department of Taxes, July 2023, page 1 of 2', 120, 66, 8)
      page.text('Part A. Kind of claim', 50, 100, 10, true)
      page.tick('single', 'Single order. Write its number on the order.', 60, 120)
      page.tick('blanket', 'Standing claim for future orders', 320, 120)
      page.text('Standing claims begin on', 60, 144)
      page.blank('period-from', 170, 144, 110)
      page.text('and expire on', 290, 144)
      page.blank('ends-on', 352, 144, 110)
      page.text('Part B. Claimant', 50, 180, 10, true)
      page.text('Legal name', 60, 202)
      page.blank('purchaser', 130, 202, 430)
      page.text('Mailing address', 60, 226)
      page.blank('purchaser-address', 130, 226, 430)
      page.text('Superior tax account', 60, 250)
      page.blank('number', 156, 250, 150)
      page.text('If you have none, federal employer number', 60, 274)
      page.blank('number', 250, 274, 130, 'EIN')
      page.text('or driver’s license number and state', 60, 298)
      page.blank('driver-license', 216, 298, 180)
      page.text('Persons without any of these: Social Security number', 60, 322)
      page.blank('ssn', 292, 322, 140)
      page.text('Part C. Vendor', 50, 358, 10, true)
      page.text('Name', 60, 380)
      page.blank('seller', 130, 380, 430)
      page.text('Address', 60, 404)
      page.blank('seller-address', 130, 404, 430)
      page.text('Part D. Ground of the claim (mark what applies)', 50, 440, 10, true)
      page.tick('reason', 'A  United States government', 60, 462, 'federal-government')
      page.tick('reason', 'B  State or local government', 60, 482, 'state-government')
      page.tick('reason', 'C  Tribal government', 60, 502, 'tribal')
      page.tick('reason', 'D  Religious organization', 60, 522, 'religious')
      page.tick('reason', 'E  Goods for resale', 320, 462, 'resale')
      page.tick('reason', 'F  Farming', 320, 482, 'agriculture')
      page.tick('reason', 'G  Other (describe on page 2)', 320, 502, 'other')
      page.text('The claim goes on overleaf. It is void without page 2.', 50, 570, 9, true)
    },
    (page) => {
      page.text('88-T', 50, 60, 12, true)
      page.text('Sales Tax Exemption Claim, page 2 of 2', 90, 60, 9)
      page.text('Part E. What you buy', 50, 96, 10, true)
      page.blank('items', 60, 120, 500)
      page.text('Part F. Declaration', 50, 160, 10, true)
      page.paragraph(
        'I declare that everything stated on both pages of this claim is correct to the best of my knowledge, and that I may ' +
          'sign for the claimant. I understand that the Department can ask me for proof of each statement within four years, ' +
          'and that a false claim leads to the tax, a penalty of one half of it, and the loss of the right to file claims.',
        60,
        180,
        500,
      )
      page.blank('signature', 60, 250, 280)
      page.text('Signature of claimant', 60, 264, 8)
      page.blank('signed-on', 370, 250, 190)
      page.text('Date', 370, 264, 8)
      page.blank('signer', 60, 296, 280)
      page.text('Print your name', 60, 310, 8)
      page.blank('title', 370, 296, 190)
      page.text('Title', 370, 310, 8)
      page.paragraph(
        'Vendors: accept a claim only if every part is filled in and the ground of the claim fits what the claimant buys. ' +
          'Keep it with your sales records. You need no second claim for repeated orders if box B of part A is marked.',
        60,
        350,
        500,
      )
    },
  ],
}

const small: Drawing = {
  facts: {
    code: 'xf-slip',
    name: 'Resale slip',
    title: 'Blanket Resale Slip',
    states: ['XF'],
    reasons: ['resale'],
    unmarked: 'blanket',
    required: ['purchaser', 'number', 'signature', 'signed-on'],
  },
  size: [504, 230],
  pages: [
    (page) => {
      page.text('Commonwealth of Franklin: Blanket Resale Slip', 110, 30, 12, true)
      page.text('To our supplier', 30, 58)
      page.blank('seller', 100, 58, 374)
      page.paragraph(
        'Whatever we order from you we order to sell it again, unless the order itself says otherwise. We collect the tax from ' +
          'our own customers and pay it over every quarter. Please do not add Franklin sales tax to your bills.',
        30,
        82,
        444,
      )
      page.cell('purchaser', 'Our name', 30, 124, 222)
      page.cell('purchaser-address', 'Our place of business', 252, 124, 222)
      page.cell('signature', 'Signed', 30, 156, 148, 34)
      page.cell('number', 'Franklin license number', 178, 156, 160, 34)
      page.cell('signed-on', 'Day', 338, 156, 136, 34)
    },
  ],
}

export async function drawMadeUp({ facts, size, pages }: Drawing): Promise<MadeUpForm> {
  const document = await PDFDocument.create()
  const drawn = await addPages(document, size, pages.length)
  for (const [i, page] of drawn.entries()) pages[i]?.(page)
  // The same bytes on every day.
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  const form = FormFile.parse({
    revision: null,
    ...facts,
    issuedBy: 'buyer',
    namesSeller: true,
    source: { title: 'Made up', address: null, quote: facts.title, seenOn: '2026-11-16', seenAs: 'text' },
    confidence: 'high',
    rules: [],
    zones: drawn.flatMap(({ zones }) => zones),
  })
  return { form, blank: await document.save() }
}

let drawn: Promise<MadeUpForm[]> | undefined

/** A boxed form, a sentence with blanks, a form of two pages with boxes to tick, and one of the size of a slip. */
export function madeUpForms(): Promise<MadeUpForm[]> {
  drawn ??= Promise.all([boxed, sentence, twoPages, small].map(drawMadeUp))
  return drawn
}
