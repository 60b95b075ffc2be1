import { dateWithMonth } from '../text/written-dates.ts'

/**
 * What explains a number that may stay readable: its own shape, or the words beside or above it. Each entry says why,
 * with an example that its test tries. What no entry explains is shown to the owner before the page is shared.
 */
export interface Explanation {
  pattern: RegExp
  example: string
  why: string
}

/** Shapes that no private number has. Found anywhere in a row; they explain what they cover. */
export const openShapes: readonly Explanation[] = [
  {
    pattern: /[$€£¥₹] ?\d[\d,. ]*\d/g,
    example: '$ 1,284,567.50',
    why: 'A currency sign makes it an amount.',
  },
  {
    pattern: /\b(?:USD|EUR|GBP|INR|CAD|Rs)\.? ?\d[\d,.]*/gi,
    example: 'Rs. 1,06,320.00',
    why: 'The name of a currency makes it an amount.',
  },
  {
    pattern: /(?<![\d.,-])-?\(?\d{1,3}(?:,\d{2,3})+(?:\.\d{1,4})?\)?(?![\d-])/g,
    example: '1,284,567',
    why: 'Commas between thousands make it an amount.',
  },
  {
    pattern: /(?<![\d.,-])-?\(?\d+\.\d{1,4}\)?%?(?![\d.-])/g,
    example: '159840.83',
    why: 'A decimal point makes it an amount, a rate or a size.',
  },
  {
    pattern: /(?:(?<![\d-])\+?1[ .-]?)?\((?:\d{3})\)[ .-]?\d{3}[ .-]{0,2}\d{4}(?:(?: ?(?:x|ext\.?) ?)\d+)?/gi,
    example: '1 (202) 555-0143 x12',
    why: 'An area code in brackets makes it a phone number.',
  },
  {
    pattern: /(?<![\d-])(?:\+?1[ .-])?[2-9]\d{2}([.-])\d{3}\1\d{4}(?:(?: ?(?:x|ext\.?) ?)\d+)?(?![\d-])/gi,
    example: '202-555-0143',
    why: 'Three, three and four digits are a phone number.',
  },
  {
    pattern: /(?<![\d-])(?:1[ .-])?8(?:00|33|44|55|66|77|88)[ .-]\d{3}[ .-]\d{4}(?![\d-])/g,
    example: '1 800 555-0143',
    why: 'An area code that costs nothing makes it a phone number.',
  },
  {
    pattern: /\+\d{1,3}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d{2,4}){2,4}/g,
    example: '+44 20 7946 0958',
    why: 'A plus and a country code make it a phone number.',
  },
  {
    // "ID" and "NO" name a number, unless the name of a city stands before them.
    pattern: /(?:\b(?!ID|NO)[A-Z]{2}|, ?ID)[ .,]{0,2}\d{5}(?:-\d{4,5})?\b/g,
    example: 'KS 66603-1234',
    why: 'A state before five or nine digits makes it a ZIP code.',
  },
  {
    pattern: /(?<![\d-])\d{5}-\d{4}(?![\d-])/g,
    example: '20405-0001',
    why: 'Five and four digits are a ZIP code.',
  },
  {
    pattern: /(?<![\d-])(?!0[07-9]|1[7-9]|2[89]|49|69|7[089]|89|9[67])\d{2} ?[-–] ?\d{7}(?!\d|-\d)/g,
    example: '52-1234567',
    why: 'Two and seven digits are an EIN, which is public.',
  },
  {
    pattern:
      /(?<!\d)\d{1,6}(?:-\d{1,4})? (?:[NSEW]\.? |north |south |east |west )?(?:[A-Za-z0-9'.]+ ){0,3}(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|way|ct|court|pl|place|hwy|highway|pkwy|parkway|cir|circle|sq|square|ter|terrace|trail|pike|route)\b\.?/gi,
    example: '123456 N Main Street',
    why: 'A street name behind it makes it a house number.',
  },
  {
    pattern: /\S*@\S*|\b(?:https?:|www\.)\S*|\S+\.(?:com|gov|org|net|edu|us|io|co|tax)\b\S*/gi,
    example: 'billing2024001@example.com',
    why: 'It is a part of an address on the internet.',
  },
  {
    pattern:
      /(?:§+|\bsec(?:tion|tions|s)?\.?|\bch(?:apter)?\.?|\btitle|\barticle|\brule|\bcode|\bstat(?:ute|utes|s)?\.?|\bact|\breg(?:ulation|ulations|s)?\.?|\bR\.?S\.?(?:A|Mo)?\.?|\bU\.?S\.?C\.?|\bC\.?F\.?R\.?|\bO\.?C\.?G\.?A\.?|\bK\.?S\.?A\.?|\bI\.?R\.?C\.?|\bpub(?:lication)?\.?)[ .:§]{0,3}\d[\dA-Za-z.:,()/ -]*/gi,
    example: '§ 42-5022 (A)(1)',
    why: 'The words of a law before it make it a citation.',
  },
  {
    pattern: /(?<![\d.-])\d{1,3}[A-Z]?-\d{1,5}(?:\.\d{1,4})+(?![\d-])/g,
    example: '105-164.13',
    why: 'A dash and a point number the sections of a law.',
  },
  {
    pattern: /(?<!\d)(?:19|20)\d{2}\/\d{2,4}(?![\d/])|[A-Z]{2,6}\/(?:19|20)\d{2}(?:\/\d{1,6})+(?!\d)/g,
    example: 'INV/2023/03/0008',
    why: 'A year before a stroke makes it the number of a law or a paper.',
  },
  {
    pattern:
      /(?<![\dA-Za-z])(?:10(?:23|24|40|41|65|99)|1120|990|94[0-5])(?:-?[A-Z]{1,4})?(?:\/\d{3,4}(?:-?[A-Z]{1,4})?)+(?![\dA-Za-z])/g,
    example: '1040/1040A/1040EZ',
    why: 'They are returns of the Internal Revenue Service.',
  },
  {
    pattern: /\[[A-Z]{0,3}\d{4,10}\]/g,
    example: '[17589684]',
    why: 'A bracket before a product holds its code.',
  },
  {
    pattern: /(?<![\d-])\d{5}-\d{4}-\d{2}(?![\d-])/g,
    example: '00641-2440-45',
    why: 'Five, four and two digits number a drug.',
  },
  {
    pattern: /\d[\d.-]*(?:\([A-Za-z0-9]{1,5}\)){1,}/g,
    example: '501(c)(3)',
    why: 'Parts in brackets are those of a law.',
  },
  {
    pattern:
      /\b(?:form|schedule|publication|pub|notice|letter|instructions|cat(?:alog)?|omb|rev(?:ised|ision)?|version|ver|v)\b\.?(?: ?(?:no|number|#|date))?\.?[ :(]{0,3}[A-Z]{0,6}-?\d[\dA-Z./-]*(?: ?\([^)\n]{1,20}\))?/gi,
    example: 'Cat. No. 10231X',
    why: 'It is the number or the revision of a form.',
  },
  {
    pattern:
      /\((?:rev\.?|revised|r\.?)? ?(?:0?[1-9]|1[0-2]|[A-Za-z]{3,9}\.?)[ /.-]{1,2}(?:\d{1,2}[/-])?\d{2,4}\)/gi,
    example: '(Rev. 10-2018)',
    why: 'A month and a year in brackets are the revision of a form.',
  },
  {
    pattern: /\bpage \d+(?: ?(?:of|\/) ?\d+)?|\b\d+ of \d+\b/gi,
    example: 'Page 12 of 4567890',
    why: 'It is the number of a page.',
  },
  {
    pattern: /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?(?!\d)/gi,
    example: '10:30:15 PM',
    why: 'It is a time of day.',
  },
  {
    pattern: /(?<!\d)(?:19|20)\d{2} ?(?:-|–|to|through|\/) ?(?:19|20)?\d{2}(?![\d/-])/gi,
    example: '2023-2024',
    why: 'It is a span of years.',
  },
  {
    pattern: /(?:[*•xX#]{2,}[-– ]?){1,3}\d{2,5}\b/g,
    example: '***-**-1234',
    why: 'The rest of it is masked already.',
  },
  {
    pattern:
      /\b(?:INV|PO|ORD|SO|WO|RFQ|QUO|REF|DOC|SKU|ITEM|TXN|REQ|CASE|TKT|RMA|EST|EMP|CUST|CN|AWB|UPC|LOT)[-–#/ .:]{0,2}[A-Z]{0,4}[-/]?\d[\dA-Z./-]*/g,
    example: 'INV-2026-00142',
    why: 'Its own letters name a number of business.',
  },
  {
    pattern: /(?<![\da-z-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z-])/gi,
    example: '0A1B2C3D-4E5F-6789-0123-456789ABCDEF',
    why: 'Programs number files and envelopes so.',
  },
  {
    pattern: /(?<![\d.,-])-?\d{1,3}\.\d{5,8}(?![\d.-])/g,
    example: '-77.0368707',
    why: 'It is a place on a map.',
  },
  {
    pattern: /(?<![\dA-Za-z])1Z(?: ?[\dA-Z]){16}(?![\dA-Z])/g,
    example: '1Z 999 AA1 01 2345 6784',
    why: 'It tracks a parcel.',
  },
  {
    pattern: /(?<![\dA-Za-z-])(?:\d{2}-\d{10}C-\d|E-?\d{4}-?\d{4}-?\d{2}|E-?\d{8})(?![\dA-Za-z-])/g,
    example: '85-8012345678C-9',
    why: 'Florida and Illinois number exempt organizations so.',
  },
  {
    pattern: /(?<![\dA-Za-z-])\d{1,4}[x×]\d{1,4}(?:[x×]\d{1,4})?(?![\dA-Za-z])/gi,
    example: '1200x1500',
    why: 'It is a size.',
  },
  {
    pattern:
      /(?<![\dA-Za-z])\d[\d,.]* ?(?:%|percent|kwh|kw|lbs?|kg|oz|mg|ml|gal(?:lons)?|miles|mi|ft|sq\.?|hours|hrs|days|units|pcs|pages|therms|ccf|mb|gb)\b/gi,
    example: '1234567 kWh',
    why: 'It is an amount of something that is measured.',
  },
]

/** As people write a phone number without a mark; beside a private label it may be another one. */
export const barePhone = /^[2-9]\d{2} [2-9]\d{2} \d{4}$/

/** Words before or above a number that say that it is no private one. */
export const openLabels: readonly Explanation[] = [
  {
    pattern:
      /\b(?:tax|taxpayer|federal|employer|sales|use|seller|permit|exempt(?:ion)?|certificate|cert|registration|resale|reseller|licen[sc]e|licensure|commission|notary|withholding|charter|entity|filing|file|gst(?:in)?|vat|pan|hst|abn|tin|fein|fe?in|ein|duns|d-u-n-s|uei|cage|npi|naics|sic|unspsc|ntee|gen|nj|state)\b[^\n]{0,24}?\b(?:no|nr|num|number|nbr|id|#|identification|code|account|acct)?[ .:#]*$/i,
    example: 'Sales tax permit number:',
    why: 'Numbers that businesses have from tax offices and registers are public.',
  },
  {
    pattern:
      /\b(?:invoice|inv|order|p\.?o|purchase|quote|quotation|estimate|proposal|bid|contract|agreement|project|job|work|service|ticket|case|claim|docket|matter|grant|award|reference|ref|confirmation|conf|transaction|trans|trace|payment|receipt|tracking|shipment|shipping|delivery|bol|b\/l|pro|booking|reservation|statement|bill|batch|document|doc|dln|locator|control|request|requisition|report|record|memo|notice|letter|bulletin|resolution|ordinance|policy form|solicitation|envelope)\b[^\n]{0,20}?[ .:#]*$/i,
    example: 'Invoice Number',
    why: 'It numbers a paper or a piece of work.',
  },
  {
    pattern:
      /\b(?:item|sku|part|product|catalog|cat|model|serial|upc|ean|isbn|issn|ndc|lot|batch|stock|style|asset|equipment|unit|meter|vin|plate|tag|barcode|hs|cas|qty|quantity|code)\b[^\n]{0,16}?[ .:#]*$/i,
    example: 'Serial No.',
    why: 'It numbers a thing.',
  },
  {
    pattern:
      /\b(?:customer|client|vendor|supplier|store|branch|location|dept|department|cost cent(?:er|re)|route|territory|employee|emp|agent|agency|contact person|id person|consumer|service address|premise|location|site|district|school|org(?:anization)?|company|dealer)\b[^\n]{0,16}?\b(?:no|num|number|nbr|id|#|code|account|acct)[ .:#]*$/i,
    example: 'Customer ID',
    why: 'It numbers a customer, an office or a place.',
  },
  {
    pattern:
      /\b(?:phone|telephone|tel|fax|facsimile|cell|mobile|call|toll[ -]?free|direct|main|office|voice|ext|extension|hotline|text|whatsapp|dial|tty|tdd)\b[^\n]{0,20}?[ .:#()+]*$/i,
    example: 'Telephone:',
    why: 'It is a phone number.',
  },
  {
    pattern:
      /\b(?:zip|postal|p\.? ?o\.? box|box|suite|ste|apt|apartment|room|floor|bldg|building|unit|lot|street|address|city|route|hwy|highway|mail stop|county|parcel|geoid|fips)\b[^\n]{0,16}?[ .:#,]*$/i,
    example: 'P.O. Box',
    why: 'It is a part of an address.',
  },
  {
    pattern:
      /\b(?:amount|amt|total|subtotal|sub-total|balance|due|paid|price|cost|rate|fee|charge|charges|wages|tips|compensation|income|withheld|gross|net|salary|pay|tax|discount|deposit|credit|debit|sum|value|limit|sales|revenue|assets|expenses|units|hours|count|population|reading|usage|kwh|miles|weight|pounds|gallons|percent|no\. of|number of)\b[^\n]{0,24}?[ .:#$]*$/i,
    example: 'Total amount due',
    why: 'It is an amount.',
  },
  {
    pattern:
      /\b(?:form|rev|revised|revision|version|page|sheet|omb|publication|section|line|box|schedule|table|exhibit|figure|attachment|chapter|title|catalog|job name|print code|formlet)\b[^\n]{0,12}?[ .:#]*$/i,
    example: 'OMB No.',
    why: 'It is a number of the form itself.',
  },
  {
    pattern:
      /\b(?:tax|fiscal|calendar|school|model|filing)? ?(?:year|period|quarter|month|season|term)s?\b[^\n]{0,16}?[ .:#]*$/i,
    example: 'Tax year',
    why: 'It is a span of time.',
  },
  {
    pattern: /\b(?:vendor|supplier|store|dealer)[ .:#]*$/i,
    example: 'Vendor',
    why: 'It numbers a business.',
  },
  {
    pattern: /\bcheck(?:s)? ?(?:no|num|number|#)[ .:#]*$/i,
    example: 'Check No.',
    why: 'The number of a check is on every statement.',
  },
]

/** Words that make the number behind them private whatever else stands beside it. */
export const privateLabels: readonly Explanation[] = [
  {
    pattern: /\b(?:ssn|s\.s\.n|ss ?#|social|soc\.? ?sec|itin)\b/i,
    example: 'Social Security or tax ID number',
    why: 'The label allows a Social Security number.',
  },
  {
    pattern: /\b(?:d\.?o\.?b|d\/o\/b|birth(?:day|dates?)?|b-?date|bd|born|nacimiento|naissance|geburt\w*)\b/i,
    example: 'Date of birth',
    why: 'The label names a date of birth.',
  },
  {
    pattern:
      /\b(?:passport|driver'?s?|driving|d\/l|dl|operator'?s?|travel document|visa (?:no|number)|alien|uscis|a-?number|national insurance|n\.?i\.? (?:no|number)|medicare|medicaid|member id|subscriber|health plan|rx ?(?:id|bin|grp))\b/i,
    example: 'Passport number (optional)',
    why: 'The label names a number of a person.',
  },
  {
    // Employers and shops have numbers of states, too.
    pattern:
      /(?<!(?:employer|payer|tax|seller|buyer|purchaser|dealer|company)'?s?[ /]{1,3})\bstate(?:[ -]issued)? id(?:entification)?(?: card)?(?: ?(?:no|num|number|#))?[ .:#]*$/i,
    example: 'State ID:',
    why: 'The label names the ID card of a person.',
  },
  {
    pattern:
      /\b(?:pasaporte|passeport|reisepass|curp|rfc|insurance number|sin|sevis|i-94|admission (?:record )?(?:no|num|number)|taxpayer reference|va file|medical record|mrn|patient (?:id|no|number|#)|nhs|clabe|konto(?:nummer)?|cuenta|compte)\b/i,
    example: 'Pasaporte:',
    why: 'The label names a number of a person or an account, in whichever language.',
  },
  {
    pattern:
      /\b(?:bank|routing|aba|iban|swift|bic|sort code|checking|savings|micr|transit|ach|wire|dda|account (?:holder|to (?:be )?(?:debit|credit)))\b/i,
    example: 'Bank account number',
    why: 'The label names a bank.',
  },
  {
    pattern: /\b(?:cvv2?|cvc2?|cid|security code|card ?(?:no|num|number|#)|credit card|debit card|pin)\b/i,
    example: 'Card number',
    why: 'The label names a payment card.',
  },
]

/** Words before or above a date that say that nobody was born on it. */
export const openDateLabels: readonly Explanation[] = [
  {
    pattern:
      /\b(?:date|dated|day|invoice|order|due|issue[ds]?|iss|issuance|effective|eff|expir(?:es|ation|y|ed)?|exp|valid|begin(?:s|ning)?|start(?:s|ed|ing)?|end(?:s|ed|ing)?|period|prepared|print(?:ed)?|run|ship(?:ped|ping)?|deliver(?:y|ed)|received|posted|post|paid|payment|statement|billing|service|hired?|sign(?:ed|ature)?|filed|filing|recorded|approved|approval|adopted|enacted|amended|revised|rev|renew(?:al|ed)?|replaced|opened|closed|closing|opening|cutoff|registered|registration|incorporated|incorporation|organized|established|founded|granted|chartered|formed|formation|ruling|determination|postmark(?:ed)?|meeting|hearing|deadline|updated|created|completed|submitted|entered|visit|admission|discharge|test(?:ed)?|inspection|purchase|transaction|trans|week|month|year|quarter)\b[^\n]{0,18}?[ .:,#(]*$/i,
    example: 'Invoice date:',
    why: 'The date is that of a paper, or of something that happened.',
  },
  {
    pattern:
      /(?<!\bborn )\b(?:on|of|to|from|since|until|through|thru|by|before|after|between|in|as of|and|or)[ :,]*$/i,
    example: 'has been in effect since',
    why: 'A sentence says that something happened then.',
  },
]

/** A date in any of the ways that papers write one. */
export const writtenDate = new RegExp(
  [
    String.raw`(?<![\d\/.-])\d{4}[-\/.]\d{1,2}[-\/.]\d{1,2}(?![\d])`,
    // No day or month is above 31: laws number their parts so.
    String.raw`(?<![\d\/.-])(?!3[2-9]|[4-9]\d)\d{1,2} ?[-\/.] ?(?!3[2-9]|[4-9]\d)\d{1,2} ?[-\/.] ?(?:(?:19|20)\d{2}(?=\d{1,2}[a-e]?[A-Z]{2})|(?:\d{4}|\d{2})(?![\d\/-]))`,
    ...dateWithMonth,
  ].join('|'),
  'giu',
)
