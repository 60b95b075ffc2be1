import { anyOf, type Label, labelledValues } from '../labelled-values.ts'
import type { Rule } from '../secret.ts'
import { dateWithMonth, month } from '../written-dates.ts'

/** What papers call the day that someone was born on. */
export const birthLabels: readonly Label[] = [
  { pattern: /dates?[ \n]?of[ \n]?birth/, example: 'Date of birth: 07/04/1976' },
  { pattern: /birth ?dates?/, example: 'Birthdate 07-04-1976' },
  { pattern: /birth(?= ?[:.])/, example: 'Birth: 07/04/1976', why: 'With a colon it names a field.' },
  { pattern: /birth ?dt/, example: 'Birth dt 07/04/1976' },
  { pattern: /d\/o\/b/, example: 'D/O/B 07/04/1976' },
  { pattern: /b-?date/, example: 'B-date 07/04/1976' },
  { pattern: /bd(?=[ .:#\n\u250a]{0,6}\d)/, example: 'BD 07/04/1976', why: 'Short: a number must follow.' },
  { pattern: /(?<!\d)b\.(?= ?\d)/, example: 'b. 02/11/1981', why: 'Short: a number must follow.' },
  { pattern: /d ?\. ?[o0] ?\. ?b ?\.?/, example: 'D.O.B. 07/04/1976' },
  { pattern: /d[o0]b/, example: 'DOB 07/04/1976', why: 'The O is often read as a zero.' },
  { pattern: /birthday/, example: 'Birthday: 07/04/1976' },
  {
    pattern: /born(?: (?:in|at|to) [A-Za-z][A-Za-z .,']{1,50}?)? on(?: the)?/,
    example: 'born in Salina, Kansas on 07/04/1976',
  },
  { pattern: /born(?: the)?/, example: 'born the 4th July 1976' },
  {
    pattern: /(?:fecha|data) de (?:nac|nasc)(?:imi?ento|\.)?/,
    example: 'Fecha de nacimiento 04/07/1976',
    why: 'Spanish and Portuguese.',
  },
  { pattern: /nacid[oa](?: el)?/, example: 'nacida el 04/07/1976', why: 'Spanish.' },
  { pattern: /nascid[oa](?: em)?/, example: 'nascido em 04/07/1976', why: 'Portuguese.' },
  { pattern: /date de naissance/, example: 'Date de naissance 04/07/1976', why: 'French.' },
  { pattern: /n[ée]e?\(?e?\)? le/, example: 'née le 04/07/1976', why: 'French.' },
  { pattern: /nat[oa] il/, example: 'nata il 04/07/1976', why: 'Italian.' },
  { pattern: /data di nascita/, example: 'Data di nascita 04/07/1976', why: 'Italian.' },
  { pattern: /geburts(?:datum|tag)/, example: 'Geburtsdatum 04.07.1976', why: 'German.' },
  { pattern: /geboren(?: am| op)?/, example: 'geboren am 04.07.1976', why: 'German and Dutch.' },
  { pattern: /geb\./, example: 'geb. 04.07.1976', why: 'German and Dutch.' },
  { pattern: /geboortedatum/, example: 'Geboortedatum 04-07-1976', why: 'Dutch.' },
  { pattern: /data urodzenia/, example: 'Data urodzenia 04.07.1976', why: 'Polish.' },
  { pattern: /urodzon[ya]/, example: 'urodzona 04.07.1976', why: 'Polish.' },
]
const gluedLabel = /date ?of ?birth|birth ?date/
// Month, day and year may stand in cells of their own.
const gap = String.raw`(?: {1,2}| \u250a )`
const separator = `(?: ?[-/.,|] ?|${gap})`
const date = new RegExp(
  [
    ...dateWithMonth,
    String.raw`\d{4}${separator}\d{1,2}${separator}\d{1,2}(?!\d)`,
    // The number of the next field may be glued to the year.
    String.raw`\d{1,2}${separator}\d{1,2}${separator}(?:(?:19|20)\d{2}(?=\d{1,2}[a-e]?[A-Z]{2})|(?:\d{4}|\d{2})(?!\d))`,
    String.raw`\d(?:[ |]{0,3}\d){7}(?!\d)`,
    String.raw`\d(?:[ ./|-]{0,3}\d){5,7}(?!\d)`,
    String.raw`\d{1,2}[ ,]*(?:day|dd)[ :]*\d{1,2}[ ,]*(?:year|yyyy)[ :]*\d{2,4}`,
    // Months in two languages, one behind the other.
    String.raw`\d{1,2}[ .-]{0,2}${month}[-./,]? ?(?:${month}[-.,]? ?)?\d{2,4}`,
    String.raw`${month}(?:\.? ?|${gap})\d{1,2}(?:st|nd|rd|th)?(?:[.,]{0,2} ?|${gap})\d{2,4}`,
    String.raw`\d{1,2}(?:[ .-]{0,2}|${gap})${month}(?:[-./,]? ?|${gap})\d{2,4}`,
    // The year may stand on the next line, or was not read.
    String.raw`\d{1,2}[ -]?${month}`,
    String.raw`${month}\.? ?\d{1,2}(?:st|nd|rd|th)?(?![\d])`,
  ].join('|'),
)

const birthDates = labelledValues({ label: anyOf(birthLabels), gluedLabel, value: date })

/** Dates that a label says someone was born on. */
export const findDatesOfBirth: Rule = (source) =>
  birthDates(source).map(({ start, end }) => ({
    kind: 'date-of-birth',
    start,
    end,
    valueEnd: end,
    confidence: 0.95,
  }))
