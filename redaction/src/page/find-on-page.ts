import { findCardsOnPage } from '../card/find-cards-on-page.ts'
import { type CardOptions, type CardSide, findOnCard } from '../card/find-on-card.ts'
import { looksLikeCard, showsTypedCard } from '../card/looks-like-card.ts'
import type { Finding } from '../finding.ts'
import type { Picture } from '../picture/picture.ts'
import { contrastView, scaledView } from '../picture/view.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import type { FindOptions } from '../text/find-secrets.ts'
import { findTextSecrets } from './find-text-secrets.ts'
import { findUnreadValues } from './find-unread-values.ts'
import { isBlank, isReadable } from './page-quality.ts'
import { readView } from './read-view.ts'
import { isTypedText } from './typed-text.ts'

export interface PageOptions extends FindOptions {
  card?: CardSide | undefined
  /** All that a page without pictures holds. */
  typedText?: string | undefined
  signal?: AbortSignal | undefined
}

const workingSide = 2400
// Small scans are enlarged: single digits in boxes are missed otherwise.
const detection = { detectionSide: 1120, enlarge: true }

export interface FoundOnPage {
  findings: Finding[]
  lines: Line[]
  /** The page as a whole is a card, and was looked at again after hiding. */
  isCard: boolean
}

/** What to hide on one page, and its text. */
export async function findOnPage(
  reader: TextReader,
  page: Picture,
  options: PageOptions,
): Promise<FoundOnPage> {
  const { signal } = options
  if (options.card) return onCard({ markedSide: options.card })
  if (await isBlank(page)) return { findings: [], lines: [], isCard: false }
  const view = await scaledView(page, workingSide)
  let lines = await readView(reader, view, { ...detection, signal })
  const isTyped = isTypedText(lines, options.typedText)
  if (isTyped ? showsTypedCard(lines) : looksLikeCard(lines)) {
    return onCard({ madeBefore: [lines] }).catch((error: unknown) => {
      throw error instanceof Refusal && !isReadable(lines)
        ? new Refusal('unreadable', { cause: error })
        : error
    })
  }
  if (!isTyped && !isReadable(lines)) {
    lines = await readView(reader, contrastView(view), { ...detection, signal })
    if (!isReadable(lines)) throw new Refusal('unreadable')
  }
  const inText = findTextSecrets(lines, options)
  const onCards = await findCardsOnPage(reader, page, lines, signal)
  return { findings: [...inText, ...findUnreadValues(page, lines, inText), ...onCards], lines, isCard: false }

  async function onCard(card: CardOptions): Promise<FoundOnPage> {
    return { ...(await findOnCard(reader, page, { ...card, signal })), isCard: true }
  }
}
