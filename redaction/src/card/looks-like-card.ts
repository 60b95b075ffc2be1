import { heightOf, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import { digitGroupsOf } from './digit-group.ts'
import { chainsOf } from './number-chain.ts'

const maxLines = 28
const words =
  /valid ?(?:thru|from|date)|good ?thru|month ?\/ ?year|expires ?end|exp(?:iry|ires)?\b|member ?since|authori[sz]ed ?sign|not ?valid ?unless ?signed|signature|debit|credit|visa|master ?card|maestro|amex|american ?express|discover|union ?pay|platinum|cardholder|card ?member|electronic ?use ?only|security ?code|cvv|cvc|business|purchase|world|customer ?service|lost ?or ?stolen|property ?of/i

/** A picture that shows a payment card: little text, large digits, the words that cards carry. */
export function looksLikeCard(page: Picture, lines: readonly Line[]): boolean {
  const read = lines.filter((line) => line.confidence > 0.5)
  if (read.length === 0 || read.length > maxLines) return false
  const chain = chainsOf(digitGroupsOf(read)).find(({ digits }) => digits.length >= 12)
  const chainWidth = chain?.groups.reduce((sum, { quad }) => sum + widthOf(quad), 0) ?? 0
  const chainHeight = Math.max(0, ...(chain?.groups.map(({ quad }) => heightOf(quad)) ?? []))
  const isLarge = chainHeight > 0.025 * Math.min(page.width, page.height) || chainWidth > 0.3 * page.width
  const wordCount = read.filter((line) => words.test(line.text)).length
  return (
    (chain !== undefined && isLarge && read.length <= 16) || (wordCount >= 2 && isLarge) || hasBackWords(read)
  )
}

const backWords = /authori[sz]ed ?sign|not ?valid ?unless ?signed/i

const hasBackWords = (lines: readonly Line[]) =>
  lines.length <= 16 && lines.some((line) => backWords.test(line.text))
