import type { Line } from '../reader/text-reader.ts'
import type { SecretKind } from '../text/secret.ts'

/**
 * Kinds of papers that hold a secret by their nature. They are recognized by words in compact form (lower case,
 * letters and digits alone), because blanks between words are often lost in reading.
 */
export interface KindOfPaper {
  name: string
  /** One of these is on every such paper, and at least `minSigns` of `signs`. */
  title: RegExp
  signs: readonly RegExp[]
  minSigns: number
  /** Each entry is a secret that such a paper holds: one of its alternatives must have been found. */
  expects: readonly (readonly SecretKind[])[]
  /** Text on the page as it was read that explains why there is no secret, such as an EIN on a W-9. */
  unless?: RegExp
  /** A form that may be sent before it is filled in. */
  mayBeEmpty?: boolean
  /** Longer pages are about such a paper: instructions, letters. */
  maxLines: number
}

const maskedNumber = /[*•xX]{2,}[-– ]?[*•xX]{0,2}[-– ]?\d{4}\b/
const employerNumber = /\b\d{2} ?[-–] ?\d{7}\b/
const orMasked = new RegExp(`${maskedNumber.source}|${employerNumber.source}`)

const kinds: readonly KindOfPaper[] = [
  {
    name: 'passport',
    title: /passport|pasaporte|passeport/,
    signs: [
      /surname|givennames|nom.?pr[eé]noms|apellidos/,
      /nationality|nationalit|nacionalidad/,
      /placeofbirth|lieudenaissance/,
      /dateofissue|dateofexpiration|dateofexpiry/,
      /unitedstatesofamerica|authority|p<[a-z]{3}/,
    ],
    minSigns: 2,
    expects: [['passport-number'], ['date-of-birth'], ['mrz']],
    maxLines: 60,
  },
  {
    name: "driver's license or state ID",
    title:
      /driver'?s?licen[sc]e|drivinglicen[sc]e|operator'?s?licen[sc]e|identificationcard|commercialdriver|instructionpermit|learner'?s?permit/,
    signs: [
      /d[o0]b|dateofbirth|birthdate/,
      /exp|expires/,
      /iss/,
      /class/,
      /sex|hgt|height|wgt|weight|eyes|hair/,
      /rest|end(?:orsements)?(?:none)?/,
      /donor|veteran|dd[0-9]/,
    ],
    minSigns: 4,
    expects: [['driver-license-number'], ['date-of-birth']],
    maxLines: 45,
  },
  {
    name: 'back of a license',
    title: /endorsements?|restrictions?|gvwr/,
    signs: [
      /class/,
      /endorsement/,
      /restriction|correctivelens/,
      /gvwr|2-?axle|motorcycle/,
      /propertyofthestate|changeofaddress|ifundeliverable/,
      /organdonor|anatomicalgift|medicalinformation/,
    ],
    minSigns: 3,
    expects: [['driver-license-number']],
    maxLines: 25,
  },
  {
    name: 'Social Security card',
    title: /socialsecurity/,
    signs: [
      /thisnumberhasbeenestablished/,
      /hasbeenestablishedfor/,
      /unitedstatesofamerica/,
      /validforworkonly/,
    ],
    minSigns: 1,
    expects: [['ssn', 'itin']],
    unless: maskedNumber,
    maxLines: 14,
  },
  {
    name: 'check',
    title: /paytothe|totheorderof|orderof|payto/,
    signs: [/dollars/, /memo/, /bank|creditunion|federal/, /date/, /void/],
    minSigns: 2,
    expects: [['routing-number'], ['bank-account']],
    maxLines: 45,
  },
  {
    name: 'W-9',
    title: /requestfortaxpayer|formw-?9/,
    signs: [
      /requestfortaxpayer/,
      /giveformtothe|giveformto/,
      /undertheperjury|penaltiesofperjury/,
      /socialsecuritynumber/,
    ],
    minSigns: 2,
    expects: [['ssn', 'itin']],
    unless: orMasked,
    mayBeEmpty: true,
    maxLines: 170,
  },
  {
    name: 'W-2',
    title: /wageandtaxstatement|formw-?2(?!\d)/,
    signs: [/employee'?s?social|employeessocial/, /federalincometaxwithheld/, /wages,?tips/, /medicarewages/],
    minSigns: 2,
    expects: [['ssn', 'itin']],
    unless: maskedNumber,
    mayBeEmpty: true,
    maxLines: 150,
  },
  {
    name: '1099',
    title: /form1099|1099-(?:nec|misc|int|div|k|r|g|b|s)/,
    signs: [
      /recipient'?stin|recipientstin/,
      /payer'?stin|payerstin/,
      /federalincometaxwithheld/,
      /recipient'?sname/,
    ],
    minSigns: 2,
    expects: [['ssn', 'itin']],
    unless: new RegExp(`${maskedNumber.source}|(?:${employerNumber.source}[^]*){2}`),
    mayBeEmpty: true,
    maxLines: 120,
  },
  {
    name: 'bank letter',
    title:
      /towhomitmayconcern|account(?:verification|confirmation)|directdeposit|confirmthat|verificationof(?:account|deposit)/,
    signs: [/routing|aba/, /account(?:number|no|#)|acct/, /bank|creditunion/],
    minSigns: 3,
    expects: [['bank-account'], ['routing-number']],
    unless: maskedNumber,
    maxLines: 60,
  },
]

/** Papers that say who a person is: their dates are those of birth, issue and expiry, and their barcodes hold them. */
export const identifiesPerson = ({ expects }: KindOfPaper): boolean =>
  expects.some((kinds) => kinds.includes('date-of-birth') || kinds.includes('driver-license-number'))

const compactOf = (texts: readonly { text: string }[]) =>
  texts
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<',?-]/gu, '')

const taxWords = /salestax|usetax|resale|exemptioncertificate|certificateofexemption/
const certificateWords = /certificat|declaration|affidavit/
const bankWords =
  /bank|routing|checking|savings|deposit|creditunion|wiretransfer|electronicfunds|iban|paytothe|voidedcheck|requestfortaxpayer/

// A form that asks for these may well ask for a bank account, too.
const privateWords =
  /ssn|soc(?:ial)?sec|itin|individualtaxpayer|card(?:no|number|verif)|cv[vc]|securitycode|dob|birth|passport|driver/

/** Whether a page is a form about sales taxes alone: its account numbers are those of a tax office. */
export function isTaxForm(texts: readonly { text: string }[]): boolean {
  const compact = compactOf(texts)
  return (
    taxWords.test(compact) &&
    certificateWords.test(compact) &&
    !bankWords.test(compact) &&
    !privateWords.test(compact)
  )
}

/** The kinds of papers that a page shows, judged by what was read on it. */
export function kindsOfPapers(lines: readonly Line[]): KindOfPaper[] {
  const compact = compactOf(lines)
  return kinds.filter(
    ({ title, signs, minSigns, maxLines }) =>
      lines.length <= maxLines &&
      title.test(compact) &&
      signs.filter((sign) => sign.test(compact)).length >= minSigns,
  )
}

/** Whether the text of a page explains why such a paper shows no secret. */
export const isExplained = ({ unless }: KindOfPaper, lines: readonly Line[]): boolean =>
  unless?.test(lines.map((line) => line.text).join('\n')) ?? false
