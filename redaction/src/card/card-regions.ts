import { type Bounds, boundsOf, centre, heightOf, type Quad, widthOf } from '../geometry/quad.ts'
import { medianPrintHeight } from '../page/piece.ts'
import type { Line } from '../reader/text-reader.ts'
import { brandOf } from '../text/rules/card-number.ts'
import { digitGroupsOf, isCode, isRightWayUp } from './digit-group.ts'
import { isCardNumber, isLoneNumber, rowsOfDigits } from './lone-numbers.ts'
import { chainsOf, hasFullLength, type NumberChain } from './number-chain.ts'

// Lines below this confidence are as often wrong as right.
const minConfidence = 0.5
// Without a number, this many lines with words of a card make a card.
const minCardWords = 3

/** Words above a signature strip. Forms ask for an authorized signature too, but do not say this. */
const backWords = /authori[sz]ed ?sign.{0,12}(?:not|unless)|not ?valid ?unless ?sign/i

const maxLines = 24
const minNumberDigits = 12
const maxLinesOfLittleText = 8
const largePrint = 1.4
// So many lines with words of forms, and a number in large print is one in boxes.
const surelyForm = 3
const cardWords =
  /valid ?(?:thru|from|date)|good ?thru|month ?\/ ?year|expires ?end|member ?since|authori[sz]ed ?sign|not ?valid ?unless|debit|visa|master ?card|maestro|amex|american ?express|discover|union ?pay|platinum|electronic ?use|lost ?or ?stolen|property ?of/i
/** What is beside a number on the back of a card; alone, other papers have it too. */
const besideNumber =
  /\bc ?v ?[cv] ?2?[ :#]{0,3}\d{3}(?!\d)|\bexp(?:ires?|iry|\.)?(?: ?date)?[ :]{0,3}(?:0[1-9]|1[0-2]) ?\/ ?(?:20)?\d{2}(?![\d/])/i
const formWords =
  /certif|exempt(?!a)|undersigned|purchaser|seller|invoice|application|telephone|taxpayer|federal ?e|form |number ?:|name ?:|date ?:|social ?security|(?:account|routing) ?number|tax ?return|(?:first|last) ?name|pay ?to ?the|order ?of|voided|passport|nationality|surname|given ?names|driv(?:er|ing)'?s? ?licen[cs]e/i

/** A picture that shows a payment card: a number in large print or the words that cards carry, and little text. */
export function looksLikeCard(lines: readonly Line[]): boolean {
  const read = readOf(lines)
  return showsCard(lines) || (isLittleText(read) && hasDigits(read)) || showsBankAndDigits(read)
}

/** Hardly any text, and no digit: a page with two words on it, or a card of which the number was not seen. */
export function mayBeUnreadCard(lines: readonly Line[]): boolean {
  const read = readOf(lines)
  return isLittleText(read) && !hasDigits(read)
}

const hasDigits = (read: readonly Line[]) => read.some(({ text }) => /\d[^A-Za-z]*\d[^A-Za-z]*\d/.test(text))

const bankWords =
  /\bbank|credit ?union|visa|master ?card|amex|american ?express|discover|debit|maestro|capital ?one|chase|citi|wells ?fargo/i
const otherNumber = /\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d[.,]\d{2}(?!\d)|\d{1,2}\/\d{1,2}\/\d{2,4}/
const minBankDigits = 8
const maxLinesBesideBank = 12

/** The word of a bank and a part of a long number that is no phone number, date or amount. */
const showsBankAndDigits = (read: readonly Line[]) =>
  read.length <= maxLinesBesideBank &&
  !read.some((line) => formWords.test(line.text)) &&
  read.some((line) => bankWords.test(line.text)) &&
  chainsOf(digitGroupsOf(read.filter(({ text }) => !otherNumber.test(text)))).some(
    ({ digits }) => digits.length >= minBankDigits,
  )

/** As `looksLikeCard`, for a part of a page: hardly any text alone does not make it a card. */
export const showsCard = (lines: readonly Line[]): boolean =>
  showsNumberOrWords(lines) || showsCodeAlone(readOf(lines))

/** Words that typed pages have around the number of a card. */
const typedFormWords =
  /card ?(?:number|no\b|#|type|ending)|amount|order|authori[sz]ation|invoice|receipt|customer|confirmation|paid|charged?\b|dear\b|zip\b/i

/** As `showsCard`, for typed text, which was surely read right: a few words with a short number do not make a card. */
export const showsTypedCard = (lines: readonly Line[]): boolean =>
  showsNumberOrWords(lines) && !readOf(lines).some((line) => typedFormWords.test(line.text))

function showsNumberOrWords(lines: readonly Line[]): boolean {
  const read = readOf(lines)
  if (read.length === 0 || read.length > maxLines) return false
  const number = numberIn(read)
  const wordCount = read.filter((line) => cardWords.test(line.text)).length
  if (read.some((line) => backWords.test(line.text))) return true
  if (!number) return wordCount >= minCardWords
  const numberHeight = Math.max(...number.groups.map(({ height }) => height))
  const formLineCount = read.filter((line) => formWords.test(line.text)).length
  const isLarge = numberHeight >= largePrint * medianPrintHeight(read)
  // Columns of short numbers join to long ones by chance.
  if (!isLarge && wordCount === 0 && !isCardNumber(number, read) && !hasCompany(number, read)) return false
  return formLineCount < (isLarge ? surelyForm : 1)
}

/** A number as long as those of its brand, and a code or an expiry date beside it. A digit of it may be misread. */
const hasCompany = ({ digits }: NumberChain, read: readonly Line[]) =>
  brandOf(digits) !== undefined && hasFullLength(digits) && read.some(({ text }) => besideNumber.test(text))

const showsCodeAlone = (read: readonly Line[]) =>
  read.length > 0 && isShort(read) && !numberIn(read) && digitGroupsOf(read).some(isCode)

const numberIn = (read: readonly Line[]) =>
  chainsOf(digitGroupsOf(read)).find(({ digits }) => digits.length >= minNumberDigits)

const readOf = (lines: readonly Line[]) => lines.filter((line) => line.confidence > minConfidence)

/** Hardly any text, and which way up it is can't be seen: better taken for a card. */
const isLittleText = (read: readonly Line[]) => read.length > 0 && isShort(read) && !isRightWayUp(read)

const isShort = (read: readonly Line[]) =>
  read.length <= maxLinesOfLittleText && !read.some((line) => formWords.test(line.text))

// Parts of a card's width that a number and the words above a signature strip are away from its edges, at most.
const aroundNumber = 0.4
const aroundBackWords = 0.8
const aroundStack = 1.1
const wordsOnlyCardsCarry =
  /valid ?(?:thru|from|dates?)|good ?thru|month ?\/ ?year|expires ?end|member ?since/i

export interface CardRegion extends Bounds {
  /** Words were read there that only cards carry. A number alone may be written by hand into a field. */
  hasCardWords: boolean
  /** As it was read on the page. */
  number?: NumberChain
}

/** Where a page of text seems to show payment cards, copied or pasted. */
export function cardRegionsOf(lines: readonly Line[]): CardRegion[] {
  const read = lines.filter((line) => line.confidence > minConfidence)
  const usual = medianPrintHeight(read)
  const words = read.filter(({ text }) => wordsOnlyCardsCarry.test(text))
  const fronts = rowsOfDigits(read)
    .map((chain) => {
      const region = aroundChain(chain)
      const hasCardWords = words.some(({ quad }) => isWithin(quad, region))
      const isLarge = Math.max(...chain.groups.map(({ height }) => height)) >= largePrint * usual
      return { ...region, hasCardWords, number: chain, mayBeCard: isLarge || isLoneNumber(chain, read) }
    })
    .filter(({ hasCardWords, mayBeCard }) => hasCardWords || mayBeCard)
  const backs = read
    .filter(({ text }) => backWords.test(text))
    .map(({ quad }) => ({
      ...grow(boundsOf([quad]), aroundBackWords * widthOf(quad)),
      hasCardWords: true,
    }))
  return withoutRepeats([...fronts, ...backs])
}

function aroundChain({ groups }: NumberChain): Bounds {
  const quads = groups.map(({ quad }) => quad)
  const bounds = boundsOf(quads)
  const longer = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top)
  const isStacked = longer < 6 * Math.max(...quads.map(heightOf))
  return grow(bounds, (isStacked ? aroundStack : aroundNumber) * longer)
}

const grow = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

function isWithin(quad: Quad, { left, top, right, bottom }: Bounds): boolean {
  const [x, y] = centre(quad)
  return x > left && x < right && y > top && y < bottom
}

/** A card shows its number, and words besides: each region is looked at once. */
function withoutRepeats(regions: CardRegion[]): CardRegion[] {
  const kept: CardRegion[] = []
  for (const region of regions) {
    const [x, y] = [(region.left + region.right) / 2, (region.top + region.bottom) / 2]
    if (!kept.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom))
      kept.push(region)
  }
  return kept
}
