import { medianPrintHeight } from '../page/print-height.ts'
import type { Line } from '../reader/text-reader.ts'
import { backWords } from './card-words.ts'
import { digitGroupsOf, isCode } from './digit-group.ts'
import { chainsOf } from './number-chain.ts'
import { isRightWayUp } from './reading-trust.ts'

const maxLines = 24
const minNumberDigits = 12
const maxLinesOfLittleText = 8
const largePrint = 1.4
// So many lines with words of forms, and a number in large print is one in boxes.
const surelyForm = 3
const cardWords =
  /valid ?(?:thru|from|date)|good ?thru|month ?\/ ?year|expires ?end|member ?since|authori[sz]ed ?sign|not ?valid ?unless|debit|visa|master ?card|maestro|amex|american ?express|discover|union ?pay|platinum|electronic ?use|lost ?or ?stolen|property ?of/i
const formWords =
  /certif|exempt(?!a)|undersigned|purchaser|seller|invoice|application|telephone|taxpayer|federal ?e|form |number ?:|name ?:|date ?:|social ?security|(?:account|routing) ?number|tax ?return|(?:first|last) ?name|pay ?to ?the|order ?of|voided|passport|nationality|surname|given ?names|driv(?:er|ing)'?s? ?licen[cs]e/i

/** A picture that shows a payment card: little text, a number in large print or the words that cards carry. */
export function looksLikeCard(lines: readonly Line[]): boolean {
  return showsCard(lines) || isLittleText(readOf(lines))
}

/** As `looksLikeCard`, for a part of a page: hardly any text alone does not make it a card. */
export const showsCard = (lines: readonly Line[]): boolean =>
  showsTypedCard(lines) || showsCodeAlone(readOf(lines))

/** As `showsCard`, for typed text, which was surely read right: a few words with a short number do not make a card. */
export function showsTypedCard(lines: readonly Line[]): boolean {
  const read = readOf(lines)
  if (read.length === 0 || read.length > maxLines) return false
  const number = numberIn(read)
  const wordCount = read.filter((line) => cardWords.test(line.text)).length
  if (read.some((line) => backWords.test(line.text))) return true
  if (!number) return wordCount >= 3
  const numberHeight = Math.max(...number.groups.map(({ height }) => height))
  const formLineCount = read.filter((line) => formWords.test(line.text)).length
  const isLarge = numberHeight >= largePrint * medianPrintHeight(read)
  return formLineCount < (isLarge ? surelyForm : 1)
}

const showsCodeAlone = (read: readonly Line[]) =>
  read.length > 0 && isShort(read) && !numberIn(read) && digitGroupsOf(read).some(isCode)

const numberIn = (read: readonly Line[]) =>
  chainsOf(digitGroupsOf(read)).find(({ digits }) => digits.length >= minNumberDigits)

const readOf = (lines: readonly Line[]) => lines.filter((line) => line.confidence > 0.5)

/** Hardly any text, and it cannot be told the right way round: better taken for a card. */
const isLittleText = (read: readonly Line[]) => read.length > 0 && isShort(read) && !isRightWayUp(read)

const isShort = (read: readonly Line[]) =>
  read.length <= maxLinesOfLittleText && !read.some((line) => formWords.test(line.text))
