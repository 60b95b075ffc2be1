import { labelledValues } from '../labelled-values.ts'
import type { Rule } from '../secret.ts'
import { dateWithMonth, month } from '../written-dates.ts'

const label =
  /dates?[ \n]?of[ \n]?birth|birth ?dates?|birth(?= ?[:.])|birth ?dt|d\/o\/b|b-?date|bd(?=[ .:#\n\u250a]{0,6}\d)|(?<!\d)b\.(?= ?\d)|d ?\. ?[o0] ?\. ?b ?\.?|d[o0]b|birthday|born(?: (?:in|at|to) [A-Za-z][A-Za-z .,']{1,50}?)? on(?: the)?|born(?: the)?|(?:fecha|data) de (?:nac|nasc)(?:imi?ento|\.)?|nacid[oa](?: el)?|nascid[oa](?: em)?|date de naissance|n[ée]e?\(?e?\)? le|nat[oa] il|data di nascita|geburts(?:datum|tag)|geboren(?: am| op)?|geb\.|geboortedatum|data urodzenia|urodzon[ya]/
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

const birthDates = labelledValues({ label, gluedLabel, value: date })

/** Dates that a label says someone was born on. */
export const findDatesOfBirth: Rule = (source) =>
  birthDates(source).map(({ start, end }) => ({
    kind: 'date-of-birth',
    start,
    end,
    valueEnd: end,
    confidence: 0.95,
  }))
