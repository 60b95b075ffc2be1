import { labelledValues } from '../labelled-values.ts'
import type { Rule } from '../secret.ts'

const label =
  /dates?[ \n]?of[ \n]?birth|birth ?dates?|birth(?= ?[:.])|b\.(?= ?\d)|d ?\. ?[o0] ?\. ?b ?\.?|d[o0]b|birthday|born(?: (?:in|at|to) [A-Za-z][A-Za-z .,']{1,50}?)? on|born|fecha de nac(?:imiento|\.)?|date de naissance|geburtsdatum|geboren(?: am)?|geb\./
const gluedLabel = /date ?of ?birth|birth ?date/
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*'
const separator = '(?: ?[-/.,|] ?| )'
const date = new RegExp(
  [
    String.raw`\d{4}${separator}\d{1,2}${separator}\d{1,2}(?!\d)`,
    String.raw`\d{1,2}${separator}\d{1,2}${separator}(?:\d{4}|\d{2})(?!\d)`,
    String.raw`\d(?:[ |]{0,3}\d){7}(?!\d)`,
    String.raw`\d(?:[ ./|-]{0,3}\d){5,7}(?!\d)`,
    String.raw`\d{1,2}[ ,]*(?:day|dd)[ :]*\d{1,2}[ ,]*(?:year|yyyy)[ :]*\d{2,4}`,
    String.raw`${month}\.? ?\d{1,2}(?:st|nd|rd|th)?[.,]{0,2} ?\d{2,4}`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?[ .-]{0,2}(?:of )?${month}[-./,]? ?(?:${month}[-.,]? ?)?\d{2,4}`,
    // In two languages, or with a Roman month.
    String.raw`\d{1,2} {0,2}[A-Za-z\u00c0-\u017f]{3,9}\.? {0,2}\/ {0,2}[A-Za-z\u00c0-\u017f]{3,9}\.? {0,2}\d{2,4}`,
    String.raw`\d{1,2}[. /-]{1,2}(?:XI{0,2}|I?X|I?V|VI{1,3}|I{1,3})[. /-]{1,2}\d{2,4}`,
    // The year may stand on the next line, or was not read.
    String.raw`\d{1,2}[ -]?${month}(?![a-z])`,
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
