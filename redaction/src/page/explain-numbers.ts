/**
 * Every number that stays readable must be explained: by its shape, by its label, or by the field of a known form. What
 * nothing explains is shown to the owner. Without this, a secret that no rule knows would be released without a word.
 */
import { states } from '@exempta/knowledge/states'
import type { Finding, UncertainArea } from '../finding.ts'
import { boundsOf, centre, coverQuads, heightOf, isInside, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { isCardNumber } from '../text/rules/card-number.ts'
import { yearOf } from '../text/written-dates.ts'
import { isTaxForm } from './kinds-of-papers.ts'
import {
  barePhone,
  type Explanation,
  openDateLabels,
  openLabels,
  openShapes,
  privateLabels,
} from './open-numbers.ts'
import { areaOf, digitsIn, isMixed, type ReadNumber, readNumbers } from './read-numbers.ts'

interface ExplainOptions {
  /** The day of the reading (YYYY-MM-DD): who signs papers was not born in the last years before it. */
  today?: string | undefined
  /** Whether a character is printed on the blank of a known form, or stands in one of its fields. */
  isOfForm?: ((glyph: Glyph) => boolean) | undefined
}

// Shorter numbers are those of houses, lines and quantities. Numbers that identify a person or an account have more digits.
const minDigits = 6
// Beside a label that names something private, shorter numbers are asked about, too.
const minPrivateDigits = 4
// What may stay of a number whose other digits are hidden.
const mostKept = 4
// Who signs a paper is older than this, in years.
const minAge = 13

/** The numbers of a page that nothing explains. */
export function unexplainedNumbers(
  lines: readonly Line[],
  findings: readonly Finding[],
  { today, isOfForm = () => false }: ExplainOptions,
): ReadNumber[] {
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  const isTax = isTaxForm(lines)
  let isLastOpen = false
  return readNumbers(lines, openShapes, minPrivateDigits).filter((number) => {
    const { text, glyphs, isDate, isNextInList } = number
    if (!isDate && digitsIn(text) < minDigits && !isMixed(text))
      return isShortPrivate(number) && !glyphs.some(isHidden) && !glyphs.every(isOfForm)
    // Some dates are written in words alone.
    const tells = digitsIn(text) > mostKept / 2 ? isDigit : isSign
    const visible = glyphs.filter((glyph) => tells(glyph) && !isHidden(glyph))
    // What stands behind a hidden number in a list is no more public than that.
    const isMostHidden = visible.length <= (isDate ? mostKept / 2 : mostKept)
    isLastOpen =
      !isMostHidden &&
      (visible.every(isOfForm) || (isNextInList && isLastOpen) || isExplained(number, isTax, today))
    return !isMostHidden && !isLastOpen
  })
}

/** What nothing explains, as areas for the owner to look at. */
export function findUnexplainedNumbers(
  lines: readonly Line[],
  findings: readonly Finding[],
  options: ExplainOptions,
): UncertainArea[] {
  return joined(unexplainedNumbers(lines, findings, options).map(areaOf)).map((quad) => ({
    quad,
    expected: 'private-number',
    reason: 'unexplained',
  }))
}

// A reading of less confidence says that something is written, not what.
const unread = { confidence: 0.6, minDigits: 3, minCharacters: 5, minShare: 0.5 }
const likeDigit = /[\dOoQDlI|SBZGgq]/

/** Ink that looks like digits and could not be read, as areas: no label explains what nobody has read. */
export function findUnreadDigits(
  lines: readonly Line[],
  findings: readonly Finding[],
  { isOfForm = () => false }: Pick<ExplainOptions, 'isOfForm'>,
): UncertainArea[] {
  const isHidden = (glyph: Glyph) => findings.some(({ quad }) => isInside(quad, centre(glyph.quad)))
  const looksLikeDigits = ({ confidence, glyphs }: Line) => {
    if (confidence >= unread.confidence) return false
    const seen = glyphs.filter((glyph) => glyph.text !== ' ' && !isHidden(glyph))
    return (
      seen.length >= unread.minCharacters &&
      seen.filter(isDigit).length >= unread.minDigits &&
      seen.filter(({ text }) => likeDigit.test(text)).length >= unread.minShare * seen.length &&
      !seen.every(isOfForm)
    )
  }
  return joined(lines.filter(looksLikeDigits).map(areaOf)).map((quad) => ({
    quad,
    expected: 'private-number',
    reason: 'value-not-read',
  }))
}

const isDigit = ({ text }: Glyph) => /\d/.test(text)
const isSign = ({ text }: Glyph) => text !== ' '

const stateNames = [...states.values()].flatMap(({ code, name }) => [code, name])
const endsWithState = new RegExp(`(?<![A-Za-z])(?:${stateNames.join('|')})[ .:#]*$`)

/** On a form about taxes: a tax office's account, or the state that a number is registered in. */
const isLabelOnTaxForm = (label: string) => /\b(?:account|acct)\b/i.test(label) || endsWithState.test(label)

function isExplained(
  { text, isDate, labels }: ReadNumber,
  isTax: boolean,
  today: string | undefined,
): boolean {
  const isLabelled = (explanations: readonly Explanation[]) =>
    labels.some((label) => explanations.some(({ pattern }) => pattern.test(label)))
  if (isDate && isTooRecent(text, today)) return true
  if (isLabelled(privateLabels) && !(isNamedInRow(labels[0] ?? '') && !isDate)) return false
  if (isDate) return isLabelled(openDateLabels)
  if (barePhone.test(text)) return true
  if (isLikeCard(text)) return false
  return isLabelled(openLabels) || (isTax && labels.some(isLabelOnTaxForm))
}

const endsInRow = /(?:[:#]|(?<![a-z])(?:no|num|number)\.?)\s*$/i

/** A label right before the number counts for more than one above or below it. */
const isNamedInRow = (label: string) =>
  endsInRow.test(label) &&
  openLabels.some(({ pattern }) => pattern.test(label)) &&
  !privateLabels.some(({ pattern }) => pattern.test(label))

// Shorter ones are numbers of taxpayers and parcels far more often.
const minCardDigits = 15

/** An order can be numbered like a card, check digit included. No label is believed about that: the owner knows. */
const isLikeCard = (text: string) =>
  digitsIn(text) >= minCardDigits && isCardNumber(text.replaceAll(/\D/g, ''))

// Between the name of a private number and a short number stand only words like these; a bank's name alone is no label.
const endOfLabel = /^[^\p{L}\d]*(?:(?:no|nr|num|number|id|code|optional|is|my)\b[^\p{L}\d]*)*$/iu
const endsAsLabel =
  /(?:[:#]|(?<![a-z])(?:no|nr|num|number|id|code|is|ssn|itin|pin|cvv2?|cvc2?|cid|passport|pasaporte|transit|curp|sevis))[^\p{L}\d]*$/iu
const isYear = (text: string) => /^(?:19|20)\d{2}$/.test(text)
const asksForLastFour = /\blast (?:4|four)|digits?\b/i

/** A number of four or five digits right behind a label that makes it private. */
function isShortPrivate({ text, labels }: ReadNumber): boolean {
  if (!/^[A-Z]{0,2}-?[\d-]+$/.test(text) || isYear(text)) return false
  return labels.some((label) => {
    if (!endsAsLabel.test(label) || asksForLastFour.test(label)) return false
    return privateLabels.some(({ pattern }) => {
      const last = [...label.matchAll(new RegExp(pattern, 'gi'))].at(-1)
      return last && endOfLabel.test(label.slice(last.index + last[0].length))
    })
  })
}

/** Whether nobody who signs a paper today was born then. */
function isTooRecent(date: string, today: string | undefined): boolean {
  if (!today) return false
  const thisYear = Number(today.slice(0, 4))
  const ending = /\d{2}$/.exec(date)?.[0]
  const year = yearOf(date) ?? (ending && 2000 + Number(ending))
  if (!year) return false
  return year > thisYear - minAge && year < thisYear + 50
}

// In heights of a number: areas that are nearer to each other are looked at together.
const near = 2.5

/** Areas close to each other as one, so that a table isn't asked about cell by cell. */
function joined(quads: readonly Quad[]): Quad[] {
  const areas: Quad[][] = []
  for (const quad of quads) {
    const touching = areas.filter((area) => area.some((other) => isNear(quad, other)))
    for (const area of touching) areas.splice(areas.indexOf(area), 1)
    areas.push([...touching.flat(), quad])
  }
  return areas.map((area) => coverQuads(area as [Quad, ...Quad[]]))
}

function isNear(one: Quad, other: Quad): boolean {
  const [a, b] = [boundsOf([one]), boundsOf([other])]
  const reach = near * Math.max(heightOf(one), heightOf(other))
  const isOver = a.left < b.right && b.left < a.right
  const isBeside = a.top < b.bottom && b.top < a.bottom
  const down = Math.max(a.top - b.bottom, b.top - a.bottom)
  const along = Math.max(a.left - b.right, b.left - a.right)
  return (isOver && down < reach) || (isBeside && along < reach)
}
