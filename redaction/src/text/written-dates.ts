/** How papers write dates: with numbers, with months of several languages, with Roman months, and in words. */

// Names that are other English words, too, are written out.
const monthNames = [
  'jan(?:uary|uar|uari|vier|v|eiro)?',
  'j[aä]nner',
  'gennaio',
  'ene(?:ro)?',
  'stycznia',
  'f[eé]b(?:r(?:uary|uar|uari|ero|aio))?',
  'f[eé]v(?:r(?:ier)?|ereiro)?',
  'lutego',
  'mar(?:ch|s|zo|[cç]o|ca)?',
  'm[aä]rz|maerz|maart|mrt',
  'apr(?:il|ile)?',
  'avr(?:il)?',
  'abr(?:il)?',
  'kwietnia',
  'ma[iy]|mayo|maio|mei|maja|maggio',
  'jun[ei]?|junio|junho|juin|giugno|czerwca',
  'jul[iy]?|julio|julho|juil(?:let)?|luglio|lipca',
  'aug(?:ust|ustus)?',
  'ago(?:sto)?|ao[uû]t|sierpnia',
  'sept?(?:ember|embre|tiembre)?|settembre|setiembre|setembro|wrze[sś]nia',
  'o[ck]t(?:ober|obre|ubre)?|ottobre|outubro|pa[zź]dziernika',
  'nov(?:ember|embre|iembre|embro)?|listopada',
  'dec(?:ember)?|d[eé]c(?:embre)?|dez(?:ember|embro)?|dic(?:iembre|embre)?|grudnia',
]
// Not \p{L}: rules use these without the flag that it needs.
const letter = 'A-Za-z\\u00c0-\\u017f'
// English names are often read with wrong letters behind the first ones.
const misread = '(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** The name of a month. */
export const month = `(?:${monthNames.join('|')}|${misread})(?![${letter}])`

const ones = 'one|two|three|four|five|six|seven|eight|nine'
const teens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const belowHundred = `(?:(?:${tens})[ -]?(?:${ones})|${tens}|${teens}|(?:oh[ -])?(?:${ones}))`
const gap = String.raw`[ ,\n]{1,3}`
const yearInWords = `(?:nineteen|twenty|two${gap}thousand)(?:${gap}hundred)?(?:${gap}and)?${gap}${belowHundred}(?![a-z])`
const dayInWords =
  '(?:(?:twenty|thirty)[ -]?)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth'
const day = String.raw`(?:\d{1,2}(?:st|nd|rd|th|er|\.|º|ª)?|${dayInWords})`
const year = String.raw`(?:'?\d{4}|'?\d{2}|${yearInWords})(?!\d)`
const fullYear = String.raw`(?:\d{4}|'\d{2}|${yearInWords})(?!\d)`
const roman = '(?:XI{0,2}|I?X|I?V|VI{1,3}|I{1,3})'

/** A day, the name of its month and a year, in this order or with the month before the day. */
export const dateWithMonth = [
  String.raw`(?<![\d${letter}])${day}(?: ?day)?(?: ?(?:of|de|del|di|da))?[ .,\/-]{0,3}${month}(?: ?(?:de|del|of))?[ .,\/-]{0,3}${year}`,
  `(?<![${letter}])${month}[ .]{0,2}(?:the )?${day},?${gap}${fullYear}`,
  // The blank before the year is often lost.
  String.raw`(?<![${letter}])${month}[ .]{0,2}\d{1,2}(?:19|20)\d{2}(?!\d)`,
  String.raw`(?<!\d)(?:19|20)\d{2}[ ,.-]{0,2}${month}[ .-]{0,2}\d{1,2}(?!\d)`,
  // In two languages.
  String.raw`(?<![\d${letter}])\d{1,2} {0,2}[${letter}]{3,9}\.? {0,2}\/ {0,2}[${letter}]{3,9}\.? {0,2}\d{2,4}(?!\d)`,
  String.raw`(?<![\d${letter}])\d{1,2}[. \/-]{1,2}${roman}[. \/-]{1,2}\d{2,4}(?!\d)`,
]

/** The year of a date, where it has four digits or is told in words. */
export function yearOf(date: string): number | undefined {
  const digits = /(?:19|20)\d{2}/.exec(date)?.[0]
  if (digits) return Number(digits)
  const [words] = new RegExp(yearInWords, 'iu').exec(date) ?? []
  if (!words) return undefined
  const parts = words.toLowerCase().split(/[ ,\n-]+/)
  const century = parts[0] === 'nineteen' ? 1900 : 2000
  const rest = parts.slice(1).filter((part) => !/^(?:hundred|thousand|and|oh)$/.test(part))
  return century + rest.reduce((sum, part) => sum + numberOf(part), 0)
}

function numberOf(word: string): number {
  const one = ones.split('|').indexOf(word)
  if (one >= 0) return one + 1
  const teen = teens.split('|').indexOf(word)
  return teen >= 0 ? teen + 10 : (tens.split('|').indexOf(word) + 2) * 10
}
