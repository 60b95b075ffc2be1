import type { NotACertificate } from '@exempta/knowledge/terms'
import type { Line } from '../reader/text-reader.ts'
import type { FindOptions } from '../text/find-secrets.ts'
import { isOfHealthPlan } from '../text/rules/private-numbers.ts'
import type { SecretKind } from '../text/secret.ts'

/** A word or a shape that papers of a kind have. */
interface Sign {
  /** Letters and digits alone, matched with a wrong letter or two: print over a pattern is often misread. */
  phrase?: string
  /** Where a phrase is too short for that. */
  pattern?: RegExp
  /** As it was read somewhere. */
  example: string
  /** How much it says; 1 unless given. */
  weight?: number
  /** Letters and forms show the other signs, too: a paper of this kind shows one of these. */
  isOfThisKindAlone?: boolean
}

/** Kinds of papers that hold a secret by their nature. Their signs may stand anywhere and in any order. */
export interface KindOfPaper {
  name: string
  /** What its owner is told that it is, where it's certainly no certificate. */
  notACertificate?: NotACertificate
  signs: readonly Sign[]
  /** The weight of the signs that must be there. */
  minWeight: number
  /** Each entry is a secret that such a paper holds: one of its alternatives must have been found. */
  expects: readonly (readonly SecretKind[])[]
  /**
   * Hides what no rule recognized: on papers that say who a person is every number and date that such papers don't
   * keep, on papers of accounts every number that nothing explains.
   */
  hides?: 'person' | 'account'
  /** Such papers have no date of birth: their dates stay without being asked about. */
  keepsDates?: boolean
  /** Text on the page as it was read that explains why there is no secret, such as an EIN on a W-9. */
  unless?: RegExp
  /** A form that may be sent before it is filled in. */
  mayBeEmpty?: boolean
  /** Longer pages are about such a paper: instructions, letters. */
  maxLines: number
}

const phrase = (text: string, weight = 1): Sign => ({ phrase: text, example: text, weight })
const shape = (pattern: RegExp, example: string, weight = 1): Sign => ({ pattern, example, weight })

const maskedNumber = /[*•xX]{2,}[-– ]?[*•xX]{0,2}[-– ]?\d{4}\b/
const employerNumber = /\b\d{2} ?[-–] ?\d{7}\b/
const orMasked = new RegExp(`${maskedNumber.source}|${employerNumber.source}`)

/** Lines that machines read, at the foot of passports and on the back of cards. */
const machineReadable = shape(
  /[A-Z0-9]{2}[A-Z0-9<]*<{3,}|<[A-Z0-9]+<<?[A-Z]|^[A-Z0-9<]{28,46}$/m,
  'P<JPNGAIMU<<SAKURA<<<<<<<<<<',
  4,
)
const checkLine = shape(
  /^\W*\d{8,9}[^\dA-Za-z]{0,4}\d{8,14}\W*$|^[^A-Za-z]{0,3}\d{9}[^A-Za-z]{1,6}\d{6,14}[^A-Za-z]*$/m,
  '123400056 9876543201',
)
const ofThisKindAlone = (sign: Sign): Sign => ({ ...sign, isOfThisKindAlone: true })

const kinds: readonly KindOfPaper[] = [
  {
    name: 'passport',
    notACertificate: 'passport',
    signs: [
      phrase('passport', 2),
      phrase('pasaporte'),
      // As it is: with a letter wrong, it is the English word, which would count twice.
      shape(/passeport/i, 'PASSEPORT'),
      phrase('surname'),
      phrase('givennames'),
      phrase('nationality'),
      phrase('placeofbirth'),
      phrase('dateofissue'),
      phrase('dateofexpiration'),
      phrase('dateofexpiry'),
      phrase('unitedstatesofamerica'),
      phrase('countrycode'),
      phrase('authority'),
      { ...machineReadable, weight: 2 },
    ],
    minWeight: 4,
    expects: [['passport-number'], ['date-of-birth'], ['mrz']],
    hides: 'person',
    maxLines: 60,
  },
  {
    name: 'card of an immigrant or visitor',
    notACertificate: 'identity-card',
    signs: [
      phrase('permanentresident', 2),
      phrase('residentcard'),
      phrase('employmentauthorization', 2),
      phrase('bordercrosser', 2),
      phrase('bordercrossingcard', 2),
      phrase('traveldocument', 2),
      phrase('homelandsecurity'),
      phrase('departmentofjustice'),
      phrase('countryofbirth'),
      phrase('aliennumber'),
      shape(/\buscis ?#?/i, 'USCIS#'),
      shape(/\bA ?#? ?\d{3}-?\d{3}-?\d{3}\b/, 'A#000-000-039'),
      shape(/\bvisa\b/i, 'VISA'),
      phrase('controlnumber'),
      phrase('issuingpost'),
      phrase('birthdate'),
      machineReadable,
    ],
    minWeight: 4,
    expects: [['mrz', 'passport-number', 'private-number']],
    hides: 'person',
    maxLines: 60,
  },
  {
    name: "driver's license or state ID",
    notACertificate: 'driver-license',
    signs: [
      shape(/driv(?:er|ing)/i, 'DRIVER'),
      shape(/licen[sc]e/i, 'LICENSE'),
      phrase('identificationcard', 2),
      phrase('instructionpermit', 2),
      phrase('commercialdriver'),
      shape(
        /f[uü]hrerschein|permis de conduire|licencia de conducir|patente di guida|rijbewijs|prawo jazdy/i,
        'FÜHRERSCHEIN',
        2,
      ),
      shape(/(?<![a-z\d])4 ?[abc]\. ?\d{2}\.\d{2}\.\d{2}/i, '4a. 19.01.2013', 3),
      shape(/(?<![a-z])d\.?o\.?b(?![a-z])|birth/i, '3DOB'),
      shape(/(?:^|[^a-z])exp(?:ires|\b|\d|:)/im, '4b EXP'),
      shape(/(?:^|[^a-z]|a)[il1]ss(?:ued|\b|\d|:)/im, '4alSS'),
      shape(/(?<![a-z])class(?:$|[^a-z])/im, '9 CLASS'),
      shape(/(?<![a-z])sex/i, '15SexF'),
      shape(/(?<![a-z])(?:hgt|height|ht)(?![a-z])/i, 'HGT'),
      shape(/(?<![a-z])(?:wgt|weight|wt)(?![a-z])/i, 'WGT'),
      shape(/(?<![a-z])eyes/i, '18 Eyes:BLU'),
      shape(/(?<![a-z])hair/i, 'HAIR BRO'),
      shape(/(?<![a-z])restr?(?:ictions?)?(?![a-qs-z])/i, 'RESTR NONE'),
      shape(/(?<![a-z])end(?:orse?(?:ments?)?)?(?:none|[ .:]|$)/im, '9a Endors:NONE'),
      shape(/(?<![a-z])(?:donor|veteran)/i, 'DONOR'),
      shape(/(?<![a-z])(?:dl|dln|idn|lic) ?(?:#|no)?(?![a-z])|(?<![a-z0-9])4d(?![a-z0-9])/i, '4d Lic#'),
      shape(/(?<![a-z])5? ?dd(?![a-z])/i, '5 DD'),
    ],
    minWeight: 5,
    expects: [['driver-license-number'], ['date-of-birth']],
    hides: 'person',
    maxLines: 50,
  },
  {
    name: 'card of another office',
    notACertificate: 'identity-card',
    signs: [
      ofThisKindAlone(shape(/\bidenti(?:fication|ty) ?card/i, 'IDENTIFICATION CARD', 2)),
      ofThisKindAlone(
        shape(
          /\btrib(?:e|al)\b[\s\S]{0,200}(?:identification|\bid\b|enroll)/i,
          'Tribal Member Identification',
          2,
        ),
      ),
      ofThisKindAlone(shape(/\benrolled member/i, 'is an enrolled member of', 2)),
      ofThisKindAlone(phrase('uniformedservices', 2)),
      ofThisKindAlone(phrase('genevaconventions', 2)),
      ofThisKindAlone(phrase('armedforces', 2)),
      ofThisKindAlone(phrase('departmentofdefense', 2)),
      ofThisKindAlone(phrase('veteranhealth', 2)),
      ofThisKindAlone(shape(/matr[ií]cula consular/i, 'MATRÍCULA CONSULAR', 2)),
      ofThisKindAlone(
        shape(
          /personalausweis|carte nationale d.identit|documento nacional de identidad|c[eé]dula de/i,
          'PERSONALAUSWEIS',
          2,
        ),
      ),
      ofThisKindAlone(phrase('globalentry', 2)),
      ofThisKindAlone(phrase('nexus', 2)),
      shape(/(?<![a-z])d\.?o\.?b(?![a-z])|birth/i, 'Date of Birth'),
      shape(/(?:^|[^a-z])exp(?:ires|iration|\b|\d|:)/im, 'Expiration Date'),
      shape(/(?<![a-z])(?:id|enrollment|member) ?(?:no|#|number)/i, 'DoD ID Number'),
      shape(/(?<![a-z])(?:sex|gender|eyes|hgt|height|wgt|weight)(?![a-z])/i, 'SEX F'),
      shape(/(?<![a-z])(?:rank|pay grade|branch|affiliation|agency)(?![a-z])/i, 'Affiliation'),
    ],
    minWeight: 4,
    expects: [['private-number', 'driver-license-number', 'passport-number'], ['date-of-birth']],
    hides: 'person',
    maxLines: 30,
  },
  {
    name: 'back of a license',
    notACertificate: 'driver-license',
    signs: [
      shape(/(?<![a-z])class/i, 'CLASS: C'),
      phrase('endorsement'),
      phrase('restrictions'),
      phrase('correctivelens'),
      shape(/gvwr/i, 'GVWR'),
      shape(/2-? ?axle/i, '2-AXLE'),
      phrase('motorcycle'),
      phrase('propertyofthestate'),
      phrase('changeofaddress'),
      phrase('ifundeliverable'),
      phrase('organdonor'),
      phrase('anatomicalgift'),
      phrase('medicalinformation'),
    ],
    minWeight: 3,
    expects: [['driver-license-number']],
    hides: 'person',
    maxLines: 25,
  },
  {
    name: 'Social Security card',
    notACertificate: 'social-security-card',
    signs: [
      phrase('social'),
      phrase('security'),
      phrase('thisnumberhasbeenestablished', 2),
      phrase('establishedfor'),
      phrase('validforworkonly'),
      phrase('notvalidforemployment'),
      // Alone on its line: forms ask for the numbers of accounts.
      shape(/^\W*account ?number\W*$/im, 'ACCOUNT NUMBER'),
      shape(/(?<!\d)\d{3} ?[-. ] ?\d{2} ?[-. ] ?\d{4}(?!\d)/, '123-45-6789'),
    ],
    minWeight: 4,
    expects: [['ssn', 'itin', 'private-number']],
    hides: 'person',
    unless: maskedNumber,
    maxLines: 16,
  },
  {
    name: 'health card',
    notACertificate: 'health-card',
    signs: [
      phrase('medicare', 2),
      phrase('medicaid', 2),
      phrase('healthinsurance', 2),
      phrase('healthplan'),
      phrase('grouphealth'),
      phrase('beneficiary'),
      phrase('claimnumber'),
      phrase('memberid', 2),
      phrase('subscriber'),
      phrase('dependents'),
      phrase('copay'),
      phrase('deductible'),
      phrase('coveragestarts'),
      phrase('benefits'),
      phrase('primarycare'),
      phrase('pharmacy'),
      phrase('prescription'),
      shape(/(?<![a-z])mbr ?#/i, 'MBR#'),
      shape(/(?<![a-z])(?:hmo|ppo|epo|pcp)(?![a-z])/i, 'PPO'),
      shape(/rx ?(?:bin|grp|pcn|id)/i, 'RxBIN'),
      shape(/(?<![a-z])(?:group|grp) ?(?:#|no|number)/i, 'Group#'),
      shape(/(?<![a-z])plan ?(?:#|no|number)/i, 'Plan#'),
      shape(/\(part [abd]\)/i, '(PART A)'),
    ],
    minWeight: 4,
    expects: [],
    hides: 'account',
    keepsDates: true,
    maxLines: 40,
  },
  {
    name: 'check',
    notACertificate: 'check',
    signs: [
      ofThisKindAlone(shape(/pay ?to ?(?:the|t)/i, 'PAYTO THE')),
      shape(/order ?of/i, 'ORDEROF'),
      shape(/dollars/i, 'DOLLARS'),
      ofThisKindAlone(shape(/^\W*(?:dollars|void)\W*$/im, 'DOLLARS', 0)),
      shape(/(?:^|[^a-z])(?:memo|for)(?:$|[^a-z])/im, 'MEMO'),
      shape(/bank|credit ?union|savings/i, 'First National Bank'),
      shape(/(?:^|[^a-z])date(?:$|[^a-z])/im, 'DATE'),
      shape(/(?:^|[^a-z])void(?:$|[^a-z])/im, 'VOID'),
      ofThisKindAlone(shape(/(?<!\d)\d{2}-\d{1,4} ?\/ ?\d{3,4}(?!\d)/, '12-34/1234')),
      shape(/routing ?number/i, '9 Digit Routing Number'),
      shape(/account ?number/i, 'Your Account Number'),
      ofThisKindAlone(checkLine),
    ],
    minWeight: 3,
    expects: [['routing-number', 'bank-account', 'private-number']],
    hides: 'account',
    keepsDates: true,
    maxLines: 45,
  },
  {
    name: 'slip of a bank',
    signs: [
      phrase('depositslip', 2),
      phrase('deposit'),
      phrase('withdrawal'),
      phrase('cashback'),
      phrase('creditunion'),
      phrase('savings'),
      phrase('checking'),
      phrase('membernumber'),
      phrase('accountnumber'),
      phrase('moneymarket'),
      phrase('totaldeposit'),
    ],
    minWeight: 5,
    expects: [],
    hides: 'account',
    keepsDates: true,
    maxLines: 80,
  },
  {
    name: 'W-9',
    signs: [
      phrase('requestfortaxpayer'),
      shape(/form ?w-?9/i, 'Form W-9'),
      phrase('giveformtothe'),
      phrase('penaltiesofperjury'),
      phrase('socialsecuritynumber'),
    ],
    minWeight: 3,
    expects: [['ssn', 'itin']],
    unless: orMasked,
    mayBeEmpty: true,
    maxLines: 170,
  },
  {
    name: 'W-2',
    signs: [
      phrase('wageandtaxstatement', 2),
      shape(/form ?w-?2(?!\d)/i, 'Form W-2'),
      phrase('employeessocialsecurity'),
      phrase('federalincometaxwithheld'),
      phrase('wagestipsother'),
      phrase('medicarewages'),
    ],
    minWeight: 3,
    expects: [['ssn', 'itin']],
    unless: maskedNumber,
    mayBeEmpty: true,
    maxLines: 250,
  },
  {
    name: '1099',
    signs: [
      shape(/form ?1099|1099-(?:nec|misc|int|div|k|r|g|b|s)/i, 'Form 1099-NEC', 2),
      phrase('recipientstin'),
      phrase('payerstin'),
      phrase('federalincometaxwithheld'),
      phrase('recipientsname'),
    ],
    minWeight: 4,
    expects: [['ssn', 'itin']],
    unless: new RegExp(`${maskedNumber.source}|(?:${employerNumber.source}[^]*){2}`),
    mayBeEmpty: true,
    maxLines: 150,
  },
  {
    name: 'bank letter',
    signs: [
      phrase('towhomitmayconcern'),
      phrase('accountverification'),
      phrase('accountconfirmation'),
      phrase('directdeposit'),
      phrase('confirmthat'),
      phrase('verificationofdeposit'),
      shape(/routing|(?<![a-z])aba(?![a-z])/i, 'routing number'),
      shape(/account ?(?:number|no|#)|acct/i, 'account number'),
      shape(/bank|credit ?union/i, 'First National Bank'),
    ],
    minWeight: 4,
    expects: [['bank-account'], ['routing-number']],
    hides: 'account',
    unless: maskedNumber,
    maxLines: 60,
  },
]

/** All signs, for their test. */
export const signsOfPapers: readonly Sign[] = kinds.flatMap(({ signs }) => signs)

/** Papers that say who a person is: their dates are those of birth, issue and expiry, and their barcodes hold them. */
export const identifiesPerson = ({ hides }: KindOfPaper): boolean => hides === 'person'

/** Papers whose own tables say what stays: nobody is asked about the rest. */
export const isDecidedByTable = ({ hides, keepsDates }: KindOfPaper): boolean =>
  hides === 'person' || keepsDates === true

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
  /ssn|soc(?:ial)?sec|itin|individualtaxpayer|card(?:no|number|verif)|cv[vc]|securitycode|dob|birth|passport/

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

/** What the text rules must know about the page as a whole. */
export const subjectOf = (texts: readonly { text: string }[]): Required<Pick<FindOptions, PageSubject>> => ({
  isTaxForm: isTaxForm(texts),
  isHealthPlan: isOfHealthPlan(texts.map(({ text }) => text).join('\n')),
})

type PageSubject = 'isTaxForm' | 'isHealthPlan'

// Pages are asked for their kinds several times.
const weighed = new WeakMap<readonly Line[], readonly number[]>()

/** How much of the signs of each kind a page shows; longer pages are only about such papers. */
function weightsOf(lines: readonly Line[]): readonly number[] {
  const known = weighed.get(lines)
  if (known) return known
  const text = lines.map((line) => line.text).join('\n')
  const compact = compactOf(lines).replace(/[^a-z0-9]/g, '')
  const weights = kinds.map(({ signs, maxLines }) =>
    lines.length > maxLines
      ? 0
      : weightOf(
          signs.filter((sign) => showsSign(sign, text, compact)),
          signs,
        ),
  )
  weighed.set(lines, weights)
  return weights
}

function weightOf(shown: readonly Sign[], all: readonly Sign[]): number {
  const isOfThisKindAlone = (sign: Sign) => sign.isOfThisKindAlone
  if (all.some(isOfThisKindAlone) && !shown.some(isOfThisKindAlone)) return 0
  return shown.reduce((sum, { weight = 1 }) => sum + weight, 0)
}

/** The kinds of papers that a page shows, judged by what was read on it. */
export function kindsOfPapers(lines: readonly Line[]): KindOfPaper[] {
  const weights = weightsOf(lines)
  return kinds.filter(({ minWeight }, i) => (weights[i] as number) >= minWeight)
}

/** What a page is instead of a certificate; a certificate may ask for a driver's license and name a bank. */
export function paperInstead(lines: readonly Line[]): NotACertificate | undefined {
  const compact = compactOf(lines)
  if (taxWords.test(compact) || certificateWords.test(compact)) return undefined
  return kindsOfPapers(lines).find(({ notACertificate }) => notACertificate)?.notACertificate
}

/**
 * Whether a sign is missing of a paper that hides what no rule recognizes, and half of what such a paper holds wasn't found.
 * On others each number is explained, hidden or asked about anyway.
 */
export function mayShowPaper(lines: readonly Line[], found: ReadonlySet<string>): boolean {
  if (isTaxForm(lines)) return false
  const weights = weightsOf(lines)
  return kinds.some(({ hides, minWeight, expects }, i) => {
    if (!hides || (weights[i] as number) !== minWeight - 1) return false
    const missing = expects.filter((alternatives) => !alternatives.some((kind) => found.has(kind)))
    return missing.length > 0 && missing.length >= expects.length / 2
  })
}

/** Whether a page shows a sign; `compact` is its text in lower case, letters and digits alone. */
export const showsSign = ({ phrase, pattern }: Sign, text: string, compact: string): boolean =>
  (pattern?.test(text) ?? false) || (phrase !== undefined && holdsNearly(compact, phrase))

// Of so many letters of a phrase one may be wrong.
const lettersPerMistake = 7

/** Whether a text holds a phrase with few wrong, missing or additional letters. */
function holdsNearly(text: string, phrase: string): boolean {
  if (text.includes(phrase)) return true
  const allowed = Math.floor(phrase.length / lettersPerMistake)
  if (allowed === 0) return false
  let column = Array.from({ length: phrase.length + 1 }, (_, i) => i)
  for (const letter of text) {
    const next = [0]
    for (let i = 1; i <= phrase.length; i++) {
      const replaced = (column[i - 1] as number) + (phrase[i - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (column[i] as number) + 1, (next[i - 1] as number) + 1))
    }
    if ((next[phrase.length] as number) <= allowed) return true
    column = next
  }
  return false
}

/** Whether the text of a page explains why such a paper shows no secret. */
export const isExplained = ({ unless }: KindOfPaper, lines: readonly Line[]): boolean =>
  unless?.test(lines.map((line) => line.text).join('\n')) ?? false
