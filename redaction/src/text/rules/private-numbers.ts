import { labelledValues } from '../labelled-values.ts'
import { matchesOf } from '../matches.ts'
import type { Rule, Secret } from '../secret.ts'

const number = '(?: ?(?:#|nos?|num|number))'
const immigrantLabel = new RegExp(`uscis${number}?|alien(?: registration)?${number}|a[- ]?(?:number|#)`)
const immigrant = /(?:A[ -]?)?\d{2,3}[ -]?\d{3}[ -]?\d{3}(?![\dA-Z]|[-./]\d)/
/** As it is printed: three groups behind a letter. */
const written = /(?<![\dA-Za-z-])A ?#? ?\d{3}([- ])\d{3}\1\d{3}(?![\d-])/g
const insuredLabel = new RegExp(
  `(?:medicare|medicaid)(?: (?:claim|beneficiary|member))?(?: ?id)?${number}|(?:medicare|medicaid) id|mbi`,
)
// Clubs, shops and networks have members and subscribers, too.
const memberLabel = new RegExp(
  `(?:member|subscriber|insured|enrollee|policy ?holder)'?s?(?: id(?:entification)?)?${number}|(?:member|subscriber|insured|enrollee) id`,
)
const ofHealthPlan =
  /\b(?:health|medicare|medicaid|dental|medical (?:plan|insurance)|rx ?(?:bin|grp|pcn|group)|co-?pay|deductible|hmo|ppo|blue ?(?:cross|shield)|aetna|cigna|humana|kaiser|anthem)\b/i
/** Whether a text is about a health plan: its members' numbers are private. */
export const isOfHealthPlan = (text: string): boolean => ofHealthPlan.test(text)
const insured = /(?=(?:[A-Z -]{0,4}\d){4})[A-Z0-9](?:[ -]?[A-Z0-9]){5,15}(?![A-Z0-9])/
const britishLabel = new RegExp(String.raw`(?:national insurance|n\.?i\.?)${number}`)
const british = /[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Z0-9])/

const visitorLabel = new RegExp(
  `i-?94(?: (?:arrival/departure|admission))?(?: record)?${number}|admission(?: record)?${number}|sevis(?: id)?${number}?`,
)
const visitor = /N ?\d{10}(?!\d)|(?=(?:[A-Z]?\d){8})[A-Z0-9]{11}(?![A-Z0-9])/
const canadianLabel = new RegExp(`social insurance${number}|s\\.?i\\.?n\\.?${number}?`)
const canadian = /\d{3}[ -]?\d{3}[ -]?\d{3}(?!\d|[./-]\d)/
const patientLabel = new RegExp(`nhs${number}?|unique taxpayer reference|utr`)
const patient = /\d{3}[ -]?\d{3}[ -]?\d{4}(?!\d|[./-]\d)|\d{5} ?\d{5}(?!\d)/
const mexicanLabel = /curp|rfc|nss|n[uú]mero de (?:seguridad|seguro) social/
const mexican = /[A-Z]{4} ?\d{6} ?[A-Z0-9]{3}(?![A-Z0-9])|\d{2} ?\d{2} ?\d{2} ?\d{4} ?\d(?!\d)/
/** Their shapes say enough: initials, a date of birth, a sex and a state; the office and the number of an application. */
const shaped =
  /(?<![A-Z0-9])(?:[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d|(?:MSC|WAC|EAC|LIN|SRC|IOE|NBC|YSC|ZLA|ZNY|ZSF)[ -]?\d{2}[ -]?\d{3}[ -]?\d{5})(?![A-Z0-9])/g

const labelled = (label: RegExp, value: RegExp) => labelledValues({ label, value, hasLetters: true })
const immigrants = labelled(immigrantLabel, immigrant)
const insuredPeople = labelled(insuredLabel, insured)
const members = labelled(memberLabel, insured)
const britons = labelled(britishLabel, british)
const others = [
  labelled(visitorLabel, visitor),
  labelled(canadianLabel, canadian),
  labelled(patientLabel, patient),
  labelled(mexicanLabel, mexican),
]

const secret = (start: number, end: number, confidence: number): Secret => ({
  kind: 'private-number',
  start,
  end,
  valueEnd: end,
  confidence,
})

/** Numbers that offices and health plans give to a person. */
export const findPrivateNumbers: Rule = (source) => [
  ...[
    ...immigrants(source),
    ...insuredPeople(source),
    ...britons(source),
    ...others.flatMap((find) => find(source)),
  ].map(({ start, end }) => secret(start, end, 0.95)),
  ...members(source).map(({ start, end }) => ({
    ...secret(start, end, 0.95),
    mayBeMember: !isOfHealthPlan(source.text),
  })),
  ...[...matchesOf(written, source.text), ...matchesOf(shaped, source.text)].map(({ 0: match, index }) =>
    secret(index, index + match.length, 0.85),
  ),
]
