/** Pages that are no form we know, though some of them say nearly the same. */
import { drawForm } from '../draw-form.ts'
import { drawPaper, type SinglePaper } from '../draw-papers.ts'
import { createRandom, type Random } from '../random.ts'
import { type FontName, Sheet } from '../sheet.ts'
import { hasRealForms } from './blanks.ts'
import { drawFilledForm } from './draw-filled-form.ts'
import { type Half, type Style, styles } from './styles.ts'
import { developAll, type PictureStyle, takePicture } from './take-picture.ts'
import { businessName, exemptionNumber, personName, randomDay, waysToWrite } from './values.ts'

const papers: readonly SinglePaper[] = [
  'w9',
  'w2',
  '1099',
  'bank-letter',
  'statement',
  'letter',
  'invoice',
  'phone-list',
]
const madeUp = ['xc-ex-7', 'xj-resale', 'xs-88t', 'xf-slip'] as const

/** Texts of our own; `{purchaser}` and the like are filled in. */
const texts = {
  'other-resale': [
    'STATE OF LINCOLN   DEPARTMENT OF REVENUE',
    'RESALE CERTIFICATE',
    'I hereby certify that I hold valid seller’s permit number {number} issued under the sales and use tax law,',
    'that I am engaged in the business of selling {items}, and that the tangible personal property described',
    'below which I shall purchase from {seller} will be resold by me in the form of tangible personal property.',
    'In the event any such property is used for any purpose other than retention, demonstration or display while',
    'holding it for sale in the regular course of business, I understand that I must report and pay the tax.',
    'Description of property to be purchased: {items}',
    'Purchaser: {purchaser}',
    'By (signature): ______________________   Title: Owner   Date: {date}',
  ],
  contractor: [
    'State of Hudson   Department of Finance   ST-120.7',
    'Contractor Exempt Purchase Certificate',
    'To vendors: read the instructions on the back of this document. Use it for materials for exempt work only.',
    'Name of vendor: {seller}      Name of contractor: {purchaser}',
    'Mark the box that applies:   single-purchase certificate   blanket-purchase certificate',
    'I have been issued a certificate of authority number {number} to collect state and local sales tax.',
    'The tangible personal property being purchased will be used to create, improve or repair real property',
    'of an exempt organization, and becomes a physical component part of that property.',
    'Substantial penalties will result from misuse of this certificate.',
    'Signature of owner, partner or officer: ____________________   Date issued: {date}',
  ],
  'other-exemption': [
    'COMMONWEALTH OF TRANSYLVANIA',
    'Sales and Use Tax Certificate of Exemption',
    'This certificate is to be given to the seller. Do not send it to the department. The seller must keep it.',
    'Name of purchaser: {purchaser}    Account number: {number}',
    'Name of seller: {seller}',
    'Reason for exemption: 1. Resale  2. Manufacturing  3. Farming  4. Government  5. Religious organization',
    'Property or services purchased: {items}',
    'The purchaser will be held liable for payment of sales and use taxes and penalties if the purchaser uses or',
    'consumes the property in other than an exempt manner. Signed under penalties of perjury.',
    'Authorized signature: ____________________   Title: Treasurer    Date: {date}',
  ],
  determination: [
    'INTERNAL REVENUE SERVICE   DEPARTMENT OF THE TREASURY   CINCINNATI, OH 45201',
    'Date: {date}      Employer Identification Number: 31-4159265     DLN: 26053592653589',
    '{purchaser}',
    'Dear Applicant:',
    'We are pleased to tell you that we have determined that you are exempt from federal income tax under',
    'Internal Revenue Code (IRC) Section 501(c)(3). Donors can deduct contributions they make to you under',
    'IRC Section 170. You are also qualified to receive tax deductible bequests, devises, transfers or gifts.',
    'This letter could help resolve questions on your exempt status. Please keep it for your records.',
    'Organizations exempt under IRC Section 501(c)(3) are further classified as public charities or foundations.',
    'Sincerely, Director, Exempt Organizations, Rulings and Agreements',
  ],
  permit: [
    'STATE OF LINCOLN   DEPARTMENT OF REVENUE   SELLER’S PERMIT',
    'Permit number {number}',
    '{purchaser}',
    'is hereby authorized pursuant to the sales and use tax law to engage in the business of selling tangible',
    'personal property at the above location. This permit is valid only at the address shown and is not',
    'transferable. It is valid until revoked or canceled, and must be displayed at the place of business.',
    'Not valid for resale without a certificate. Effective date: {date}',
  ],
  credit: [
    'APPLICATION FOR CREDIT   {seller}',
    'Legal name of business: {purchaser}     Type of business: corporation, partnership, sole owner',
    'Are purchases exempt from sales tax? If so, attach a resale or exemption certificate for each state.',
    'Sales tax permit number: {number}     Bank references and three trade references are required.',
    'The undersigned agrees to pay all invoices within 30 days of the date of purchase.',
    'Authorized signature: ____________________   Printed name: {signer}   Date: {date}',
  ],
  compensation: [
    'CERTIFICATE OF ELECTION TO BE EXEMPT FROM WORKERS’ COMPENSATION LAW',
    'Division of Workers’ Compensation   Exemption certificate   Effective date: {date}',
    'Person: {signer}     Business name: {purchaser}',
    'An officer of a corporation who elects exemption by filing a certificate of election under this section may',
    'not recover benefits or compensation under this chapter. Certificates apply only within the scope of the',
    'business or trade listed on the notice of election to be exempt. Subject to revocation at any time.',
  ],
} as const

type TextKind = keyof typeof texts
const textKinds = Object.keys(texts) as TextKind[]
const kinds = [...papers, ...textKinds, ...textKinds, 'corpus-form', ...madeUp] as const

export interface Stranger {
  name: string
  bytes: Buffer
}

/** Made-up forms are known where there are no real ones. */
const isStranger = (kind: (typeof kinds)[number]) => hasRealForms || !madeUp.includes(kind as never)

/** Kinds and styles take turns. */
export async function drawStranger(seed: number, half: Half): Promise<Stranger> {
  const random = createRandom(20_000 + seed * 2 + (half === 'tuning' ? 0 : 1))
  const all = kinds.filter(isStranger)
  const kind = all[seed % all.length] as (typeof kinds)[number]
  const style = random.pick(styles.filter((one): one is PictureStyle => one.half === half && isPicture(one)))
  const name = `stranger-${half}-${seed}-${kind}-${style.name}`
  if (madeUp.includes(kind as never)) {
    const { bytes } = await drawFilledForm({ code: kind, seed, style: style.name })
    return { name, bytes }
  }
  const scene = await takePicture(random, sheetOfStranger(random, kind, seed), style)
  return { name, ...(await developAll([scene], style)) }
}

const isPicture = ({ medium }: Style) => medium !== 'text'

function sheetOfStranger(random: Random, kind: (typeof kinds)[number], seed: number): Sheet {
  if (kind === 'corpus-form') return drawForm(random)
  if (papers.includes(kind as SinglePaper)) return drawPaper(random, kind as SinglePaper, seed)
  return drawTexts(random, texts[kind as TextKind])
}

function drawTexts(random: Random, lines: readonly string[]): Sheet {
  const sheet = new Sheet(1700, 2200)
  sheet.rect(0, 0, sheet.width, sheet.height, 'fill="#fff"')
  const font = random.pick<FontName>(['inter', 'gothic', 'serif'])
  const size = random.between(27, 31)
  const values: Record<string, string> = {
    purchaser: businessName(random),
    seller: businessName(random),
    number: exemptionNumber(random, random.pick(['TX', 'CA', 'NY', 'OH'])),
    items: random.pick(['furniture', 'books and paper', 'building materials']),
    signer: personName(random),
    date: random.pick(waysToWrite(randomDay(random, 2024, 2026))),
  }
  const step = random.between(62, 84)
  for (const [i, line] of lines.entries()) {
    const text = line.replace(/\{([a-z]+)\}/g, (_, name: string) => values[name] ?? '')
    sheet.text(text, 130, 220 + i * step, { font: i < 2 ? 'inter-bold' : font, size: fitted(text) })
  }
  return sheet

  function fitted(text: string): number {
    const { end } = new Sheet(0, 0).text(text, 0, 0, { font, size })
    return size * Math.min(1, 1380 / end)
  }
}
