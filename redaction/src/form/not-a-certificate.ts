/** Recognizes papers that people send in place of a certificate, by their words. */
import type { NotACertificate } from '@exempta/knowledge/terms'
import type { Line } from '../reader/text-reader.ts'

interface Paper {
  name: NotACertificate
  /** In compact form (lower case, without blanks, which are often lost in reading): one of these is its heading. */
  title: RegExp
  signs: readonly RegExp[]
  leastSigns: number
  /** Longer pages are about such a paper. */
  mostLines: number
}

const papers: readonly Paper[] = [
  {
    name: 'w-9',
    title: /requestfortaxpayer|formw-?9(?!\d)/,
    signs: [/requestfortaxpayer/, /giveformtothe/, /penaltiesofperjury/, /backupwithholding/, /formw-?9/],
    leastSigns: 3,
    mostLines: 190,
  },
  {
    name: 'irs-letter',
    title: /internalrevenueservice|departmentofthetreasury/,
    signs: [
      /determin(?:ed|ation)/,
      /501\(?c\)?/,
      /exemptfromfederalincometax|exemptunder(?:internalrevenuecode|irc|section)/,
      /publiccharitystatus|privatefoundation/,
      /employeridentificationnumber/,
      /contribution(?:s|deductib)/,
    ],
    leastSigns: 3,
    mostLines: 90,
  },
  {
    name: 'sellers-permit',
    title: /seller['’]?spermit|sales(?:anduse)?tax(?:permit|license)|certificateof(?:registration|authority)/,
    signs: [
      /post(?:ed)?(?:in|at)?a?conspicuous|conspicuous|(?:must|shall)bedisplayed|display(?:ed)?(?:conspicuously|prominently|at)/,
      /not(?:assignable|transferable)|nontransferable|non-transferable/,
      /authorized(?:to|pursuant)|engageinthebusiness|collect(?:salestax|andremit|sales)/,
      /businessaddress|businesslocation|placeofbusiness/,
      /startdate|effectivedate|issuedate|dateofissue/,
    ],
    leastSigns: 2,
    mostLines: 50,
  },
  {
    name: 'workers-compensation',
    title: /workers?['’]?s?['’]?compensation/,
    signs: [/certificateof(?:election|exemption|attestation)/, /exempt/, /corporateofficer|coverage|injur/],
    leastSigns: 2,
    mostLines: 80,
  },
  {
    name: 'credit-application',
    title: /creditapplication|applicationforcredit|creditaccountapplication/,
    signs: [/tradereferences?/, /bankreferences?/, /creditlimit|amountofcredit|terms/, /personalguarant/],
    leastSigns: 2,
    mostLines: 150,
  },
  {
    name: 'government-id',
    title:
      /genevaconventions?identification|commonaccesscard|armedforcesoftheunitedstates|uniformedservices|personalidentityverification|unitedstatesgovernment|departmentof(?:defense|homelandsecurity|veteransaffairs)/,
    signs: [
      /identification|idcard|credential/,
      /paygrade|rank|affiliation|agency/,
      /issuedate|expirationdate|expires/,
      /dodid|benefitsnumber|militarydependent|contractor|civilian|activeduty/,
      /bloodtype|genevaconv/,
    ],
    leastSigns: 2,
    mostLines: 30,
  },
]

// A certificate says so itself, whatever else it mentions.
const certificate =
  /resalecertificate|certificateof(?:resale|exempt)|exemption(?:certificate|claim)|exemptusecertificate/

/** The paper that a page is instead of a certificate; undefined when it is none of these. */
export function findNotACertificate(lines: readonly Line[]): NotACertificate | undefined {
  const text = lines.map((line) => line.text.toLowerCase().replace(/\s/g, '')).join('\n')
  const found = papers.find(
    ({ title, signs, leastSigns, mostLines }) =>
      lines.length <= mostLines &&
      title.test(text) &&
      signs.filter((sign) => sign.test(text)).length >= leastSigns,
  )
  const isTitledCertificate = found?.name !== 'workers-compensation' && certificate.test(text)
  return isTitledCertificate ? undefined : found?.name
}
