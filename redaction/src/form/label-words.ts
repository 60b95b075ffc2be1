/** What labels of certificates say: which field stands beside one, above it or below it. */
import type { FieldName } from '@exempta/knowledge/terms'

/** Whose name or address it is. A heading may say it for the labels below it. */
export type Party = 'purchaser' | 'seller'

export interface Label {
  field: FieldName | 'other'
  /** A name or an address that doesn't say whose it is: a heading above it may. */
  isPartyOpen?: boolean
  /** Where the label ends in the text. */
  end: number
  /** It ends with a colon or a line to write on, or nothing follows it. */
  isClosed: boolean
}

const buyers =
  'purchaser|buyer|customer|(?:tax[- ])?exempt (?:organization|entity|purchaser|buyer|institution)|organization|lessee|applicant|claimant'
const merchants = 'seller|vendor|supplier|retailer|merchant|dealer|lessor'
const whose = `(?:['’]?s?['’]?)`
const kindOfName =
  '(?:(?:legal|full|business|company|trade|firm|registered|organization|corporate|printed|complete|exact) )*'
const endOfAddress = String.raw`(?:,? (?:and )?(?:street|number|city|town|state|zip(?: code)?|code|p\.? ?o\.? box|or rural route|county))*`

const named = (who: string) =>
  `(?:${kindOfName}(?:names?|person)(?: and address)? ?of (?:the )?(?:(?:firm|company|business) ?)?\\(?(?:${who})\\)?|(?:${who})${whose} ${kindOfName}names?(?: and address)?|(?:${who})(?: information)?)`
const addressOf = (who: string) =>
  `(?:(?:${who})${whose} (?:(?:street|mailing|business|current|physical|full) )*address${endOfAddress}|(?:(?:street|mailing|business) )*address${endOfAddress} of (?:the )?(?:${who}))`
const certified = String.raw`(?:(?:(?!other|each|social|driver)[\p{L}'’.]+ ){0,3}?(?:(?:sales|use|state|resale|exempt|seller['’]?s|federal|nonprofit|gross receipts|excise|local|revenue|vendor['’]?s|dealer['’]?s) (?:(?:and|or|&|/) )?)*(?:tax(?:payer|es)?|exempt(?:ion)?|permit|certificate(?: of (?:authority|registration|exemption))?|registration|resale|identification|account|license|fein|ein|employer))`

interface Pattern {
  field: FieldName | 'other'
  label: RegExp
  isPartyOpen?: boolean
}

const pattern = (field: Pattern['field'], label: string, isPartyOpen = false): Pattern => ({
  field,
  // Forms number their fields.
  label: new RegExp(
    String.raw`^\s*(?:(?:\(?\d{1,2}[a-z]?[.)]|[a-h][.)]|•)\s?)?\(?(?:(?:please )?(?:print|type|enter|insert)(?: or (?:type|print))? |(?:issued |given )?to:? (?=[\p{L}’' ]*(?:${merchants})))?(?:${label})(?![\p{L}\p{N}])`,
    'iu',
  ),
  ...(isPartyOpen && { isPartyOpen }),
})

/** Those that say most come first: a purchaser's address is no purchaser. */
const patterns: readonly Pattern[] = [
  pattern(
    'other',
    String.raw`(?:driver['’]?s?['’]? licen[sc]e|social security|ssn|date of birth|telephone|phone|fax|e-?mail|zip(?: code)?|city|county|website|contact|invoice|order|purchase order|naics|sic|check(?: one)?|mark(?: one)?)\b[^:]{0,60}?`,
  ),
  pattern(
    'signature',
    String.raw`(?:(?:authorized|purchaser${whose}|buyer${whose}|owner${whose}|officer${whose}) )?signature(?: of [\p{L}\s,/’']{1,80})?|signed(?: by)?|sign(?:ature)? here|by`,
  ),
  pattern(
    'signed-on',
    `date(?:d|(?: of)? (?:signed|signature|prepared|executed|execution|issued|completed|of certificate|this certificate was (?:signed|issued)))?|signed on|signature date|today['’]s date|signed this day|day`,
  ),
  pattern(
    'ends-on',
    '(?:this )?(?:certificate |permit )?(?:date of expiration|expir(?:ation|y)(?: date)?|expires(?: on)?|and expires on|valid (?:through|thru|until|to)|good (?:through|until)|end(?:ing)? date)',
  ),
  pattern(
    'period-from',
    '(?:effective|start(?:ing)?|beginning|issue) date|valid from|date (?:effective|of issue)',
  ),
  pattern('purchaser-address', addressOf(buyers)),
  pattern('seller-address', addressOf(merchants)),
  pattern(
    'number',
    String.raw`(?:(?:purchaser|buyer|customer|organization|exempt (?:organization|entity))${whose} )?(?:state (?:of [a-z]+ )?)?${certified}(?:[ /-](?:tax|permit|certificate|registration|account|id|i\.d\.|identification|exemption|license|resale|employer|and|or))* ?(?:numbers?|nos?\b\.?|#|id)(?: of (?:the )?(?:${buyers}))?`,
  ),
  pattern(
    'number',
    String.raw`(?:f?\.?e\.?i\.?n\b\.?|permit|certificate|registration|exemption|account|license|(?:(?:federal|state|tax) )?(?:i\.?d\b\.?|identification)) ?(?:numbers?|no\b\.?|#)|tax[- ]?(?:payer )?(?:i\.?d\b\.?|number)|f?ein`,
  ),
  // Agencies call their numbers by letters: "TID Number", "UBI No."
  {
    field: 'number',
    label:
      /^\s*(?:\(?\d{1,2}[.)]\s?)?(?!(?:PO|P\.O|DOT|USDOT|MC|SSN|NAICS|SIC|VIN|FAX|TEL|ZIP)\b)[A-Z]{2,6} (?:[Nn]umber|NUMBER|[Nn]o\b\.?|NO\b\.?|#)(?![\p{L}\p{N}])/u,
  },
  pattern(
    'signer',
    String.raw`(?:(?:type or )?print(?:ed)?|typed?(?: or printed)?|(?:print|type) or (?:print|type)) name(?: (?:and title|of (?:the )?(?:signer|person|owner|officer)[\p{L}\s,/]{0,60}))?|name (?:and title|in print|\(print(?:ed)?\)|printed)|name of (?:the )?(?:signer|person signing|authorized [\p{L}]+|officer|owner)(?: [\p{L}\s,]{0,40})?|by`,
  ),
  pattern('title', String.raw`(?:official |job )?title|capacity|position(?: in the [\p{L}]+)?`),
  pattern('purchaser', named(buyers)),
  pattern('seller', named(merchants)),
  pattern(
    'business',
    `(?:type|nature|kind|description|character|purpose) of (?:the |your |purchaser['’]?s |buyer['’]?s )?(?:business|organization|activity|trade)`,
  ),
  pattern(
    'items',
    String.raw`(?:(?:general |detailed )?descri(?:ption|be)|what is being bought|(?:items?|goods|property|products?|merchandise|services?|tangible personal property)\b)[\p{L}\s,/]{0,90}`,
  ),
  pattern(
    'purchaser-address',
    `(?:(?:street|mailing|business|current|physical) )*(?:address|street)${endOfAddress}`,
    true,
  ),
  pattern(
    'purchaser',
    `(?:legal |full |business |company |trade |firm )*(?:name|company|business|firm|institution|agency)(?: of (?:business|company|firm|organization|institution|agency))?(?: and (?:(?:location|mailing|business|street) )*address${endOfAddress})?`,
    true,
  ),
  // Papers that a state issues.
  pattern('purchaser', '(?:this (?:certifies|is to certify) that|(?:hereby )?(?:issued|granted) to)'),
  pattern('seller', 'to'),
  pattern('purchaser', 'from'),
]

// Letters begin with these; elsewhere they are words like others.
const onlyWithColon =
  /^\s*(?:to|from|by|day|business|company|agency|(?:permit|account)(?! ?(?:no\b|num|#|id\b))|state|describe)/i

// Lists of kinds of buyers begin with these, too: "Business services".
const isBare = /^\W*(?:company|business|firm|institution|agency|organization)$/i

// What may follow a label before its value: hints, and the mark that ends a label.
const rest =
  /^(?:,? (?:if (?:applicable|any|required|known|available|none|different)|optional))?(?:\s?[([][^()[\]]{0,70}[)\]])*\)?\s*([:#=]\s*|[_.]{2,}\s*|[?*]\s*)?/

/** The label that a text begins with. */
export function labelIn(text: string): Label | undefined {
  for (const { field, label, isPartyOpen } of patterns) {
    const match = label.exec(text)
    if (!match) continue
    const nameEnd = match[0].length + namesAfter(text.slice(match[0].length), field)
    const clause = clauseAfter.exec(text.slice(nameEnd))?.[0] ?? ''
    const after = rest.exec(text.slice(nameEnd + clause.length))
    const isMarked = after?.[1] !== undefined
    const tail = isMarked || clause ? 0 : tailOf(text.slice(nameEnd))
    const end = nameEnd + clause.length + (tail || (after?.[0].length ?? 0))
    const isClosed = isMarked || text.slice(end).trim() === ''
    if (onlyWithColon.test(text) && !isMarked && !isClosed) continue
    if (isBare.test(match[0]) && !isMarked && tail > 0) continue
    // "To: Vendor's name" is one label.
    const inner = isMarked && !isClosedAt(text, end) ? innerLabel(text.slice(end), field) : 0
    return {
      field,
      end: end + inner,
      isClosed: isClosed || isClosedAt(text, end + inner),
      ...(isPartyOpen && { isPartyOpen }),
    }
  }
  return undefined
}

const isClosedAt = (text: string, end: number) => text.slice(end).trim() === ''

function innerLabel(text: string, field: Label['field']): number {
  const own = patterns.find((one) => one.field === field && !one.isPartyOpen && one.label.test(text))
  const length = own?.label.exec(text)?.[0].length ?? 0
  return /\b(?:name|address)/i.test(text.slice(0, length)) ? length : 0
}

// "Name of vendor from whom the property is being purchased", up to its mark or its end.
const clauseAfter = /^,? (?:from|to|by|of|with|for|in) (?:whom|which)\b[^:_.]{0,120}(?=[:_]|\s*$)/iu

/** Other names for the same field: "Name of seller, vendor or lessor", "Account ID number or federal ID number". */
function namesAfter(text: string, field: Label['field']): number {
  const joint = /^(?:,|\s?\/|,? (?:or|and|&|and\/or))\s?(?:or |and )?/i.exec(text)?.[0]
  const other =
    joint && patterns.find((one) => one.field === field && one.label.test(text.slice(joint.length)))
  if (!joint || !other) return 0
  const length = joint.length + (other.label.exec(text.slice(joint.length))?.[0].length ?? 0)
  return length + namesAfter(text.slice(length), field)
}

/** How long the rest of a label is: "Name of purchaser, firm or agency as shown on the permit". */
function tailOf(text: string): number {
  const words = /^[,*]?(?:\s\(?\p{Ll}[\p{Ll}/’'-]*\)?,?){1,10}[*)]?\s*$/u.exec(text)?.[0]
  return words && !verbs.test(words) ? words.length : 0
}

const partyWords: readonly { party: Party; words: RegExp }[] = [
  { party: 'purchaser', words: new RegExp(String.raw`\b(?:${buyers})\b`, 'i') },
  { party: 'seller', words: new RegExp(String.raw`\b(?:${merchants})\b`, 'i') },
]
const mostWordsOfHeading = 7

/** Whose details follow below a heading such as "Part 2. Vendor information". */
export function partyOfHeading(text: string): Party | undefined {
  if (text.trim().split(/\s+/).length > mostWordsOfHeading || isProse(text)) return undefined
  const [found, other] = partyWords.filter(({ words }) => words.test(text))
  return found && !other ? found.party : undefined
}

const verbs =
  /\b(?:is|are|was|be|must|shall|will|may|should|keeps?|owes?|has|have|had|when|if|that|which|who|does|do|not|certif(?:y|ies)|hereby|understands?|need|can|under|these|this|any|only)\b/i
const mostWordsOfValue = 12

/** Printed sentences, not what people write into a field. */
export const isProse = (text: string) =>
  text.trim().split(/\s+/).length > mostWordsOfValue ||
  (verbs.test(text) && text.trim().split(/\s+/).length > 3 && !/^\p{Lu}\S*(?: \S+)? \p{Lu}/u.test(text)) ||
  /\p{Ll}{3}\. \p{Lu}/u.test(text)

const closingWords =
  /(?:\b(?:names?|address|city|zip(?: code)?|phone|telephone|signature|number|no\.|(?:please|or) print|printed|e-?mail|fax|county|check one|contact person|description|state of issue|issued by|doing business as|\(?dba\)?)\b[\s:.)]*$)|:\s*$|^\(.*\)$/i
const placeWords = /\b(?:street|city|state|zip|address)\b.*\b(?:city|state|zip|code|address)\b/i

const title = /\b(?:certificates?|exempt(?:ions?)?|sales (?:and|or|&) use tax)\b/i
const fewestWordsOfTitle = 6

/** Text of the form that is no value, though it may be no label of a field that we read either. */
export const isPrinted = (text: string) =>
  closingWords.test(text.trim()) ||
  (!/\d/.test(text) && placeWords.test(text)) ||
  (title.test(text) && text.trim().split(/\s+/).length >= fewestWordsOfTitle) ||
  (labelIn(text)?.isClosed ?? false)
