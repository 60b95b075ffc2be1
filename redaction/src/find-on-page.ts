import type { CardClass } from '@exempta/knowledge/terms'
import { looksLikeCard, showsTypedCard } from './card/card-regions.ts'
import { isRightWayUp } from './card/digit-group.ts'
import { findCardsOnPage } from './card/find-cards-on-page.ts'
import { type CardOptions, type CardSide, findOnCard } from './card/find-on-card.ts'
import {
  doubtsAbout,
  doubtsAboutUnread,
  isBlank,
  isEnglish,
  isReadable,
  unreadCard,
} from './doubts-about-page.ts'
import type { Finding, UncertainArea } from './finding.ts'
import { type Box, centre, isInside, type Quad } from './geometry/quad.ts'
import {
  isOfLicense,
  judgeBarcodes,
  readBarcodesOn,
  readBarcodesOnIdentityPaper,
  sheetOn,
  withOthers,
} from './page/find-barcodes.ts'
import { findCopies, type KnownValue } from './page/find-copies.ts'
import { findTextValues } from './page/find-text-secrets.ts'
import { findUnreadValues } from './page/find-unread-values.ts'
import { hideByDefault } from './page/hide-by-default.ts'
import { identifiesPerson, isDecidedByTable, kindsOfPapers } from './page/kinds-of-papers.ts'
import { readUnderStamps } from './page/read-under-stamps.ts'
import { readView } from './page/read-view.ts'
import { withBlanks } from './page/word-gaps.ts'
import type { Picture } from './picture/picture.ts'
import { brightView, contrastView, mirroredView, scaledView } from './picture/view.ts'
import type { Line, TextReader } from './reader/text-reader.ts'
import { Refusal } from './refusal.ts'
import type { FindOptions } from './text/find-secrets.ts'
import type { SecretKind } from './text/secret.ts'

const wellRead = 0.8

/** The areas that the owner chose on a page, counted from 1. */
export const boxesOnPage = ({ width, height }: Picture, page: number, boxes: readonly Box[]): Finding[] =>
  boxes
    .filter((box) => box.page === page)
    .map((box) => {
      const [left, right] = [box.x * width, (box.x + box.width) * width]
      const [top, bottom] = [box.y * height, (box.y + box.height) * height]
      return {
        kind: 'chosen',
        quad: [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
        confidence: 1,
        source: 'owner',
      }
    })

export interface PageOptions extends FindOptions {
  card?: CardSide | undefined
  /** The day of the reading (YYYY-MM-DD). */
  today?: string | undefined
  /** All that a page without pictures holds. */
  typedText?: string | undefined
  /** The page's text, where it is known without reading the picture. */
  lines?: Line[] | undefined
  /** The page is known to hold no barcode. */
  isTextAlone?: boolean | undefined
  signal?: AbortSignal | undefined
}

const workingSide = 2400
// Without the blanks between its groups, a card number with a digit that was read wrong looks like any other number, and a
// number that runs into the words beside it looks like none.
const mayLackBlanks = /\d{12}|\d[A-Za-z]{2}|[a-z]{3}\d/
// Small scans are enlarged: single digits in boxes are missed otherwise.
const detection = { detectionSide: 1120, enlarge: true }

export interface FoundOnPage {
  findings: Finding[]
  /** Where a card may be that could not be read. */
  uncertain: UncertainArea[]
  /** Kinds that the paper is expected to hold and that were hidden without a label. */
  met: SecretKind[]
  /** A paper whose own table says what stays: nobody is asked about the rest. */
  isDecidedByTable: boolean
  /** Dates on such a paper that stay. */
  keptDates: Quad[]
  lines: Line[]
  /** The page as a whole is a card, and was looked at again after hiding. */
  isCard: boolean
  /** The kind of a government card, if all cards on the page are of one. */
  card?: CardClass | undefined
  /** The code of a separator sheet. */
  sheet?: string | undefined
}

/** What to hide on one page, and its text. */
export async function findOnPage(
  reader: TextReader,
  page: Picture,
  options: PageOptions,
): Promise<FoundOnPage> {
  const { signal } = options
  if (options.card) return onMarkedCard(options.card)
  if (!options.lines && (await isBlank(page)))
    return {
      findings: [],
      uncertain: [],
      met: [],
      isDecidedByTable: false,
      keptDates: [],
      lines: [],
      isCard: false,
    }
  const view = brightView(await scaledView(page, workingSide))
  // Both at a time: barcodes are read on this thread, text on others.
  const [read, barcodes] = await Promise.all([
    options.lines ?? readView(reader, view, { ...detection, signal }),
    options.isTextAlone ? [] : readBarcodesOn(page, false),
  ])
  let lines = read
  const isTyped = isTypedText(lines, options.typedText)
  if (!isTyped && mayBeMirrored(lines)) {
    const mirrored = await readView(reader, await mirroredView(view), { ...detection, signal })
    const isBetterRead = !isReadable(lines, wellRead) && isReadable(mirrored, wellRead)
    if (isBetterRead || (isPage(lines) && !isEnglish(lines) && isEnglish(mirrored))) lines = mirrored
  }
  if (!isTyped) lines = await readUnderStamps(reader, page, lines, { ...detection, signal })
  lines = lines.map((line) => (mayLackBlanks.test(line.text) ? withBlanks(page, line) : line))
  const papers = kindsOfPapers(lines)
  const isIdentityPaper = papers.some(identifiesPerson) || barcodes.some(isOfLicense)
  if (papers.length === 0 && !isIdentityPaper && (isTyped ? showsTypedCard(lines) : looksLikeCard(lines))) {
    const found = await onCard({ madeBefore: [lines] }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      if (!isReadable(lines)) throw new Refusal('unreadable', { cause: error })
      // A few words with a number that the text rules know are no card.
      if (!findTextValues(lines, options).some(({ kind }) => kind !== 'card-number' && kind !== 'card-code'))
        throw error
      return undefined
    })
    if (found) return found
  }
  const unreadAreas: UncertainArea[] = []
  if (!isTyped && !isReadable(lines)) {
    lines = await readView(reader, contrastView(view), { ...detection, signal })
    if (!isReadable(lines)) unreadAreas.push(...(await doubtsAboutUnread(page, view.picture, lines)))
  }
  const near = isIdentityPaper && !options.isTextAlone ? await readBarcodesOnIdentityPaper(page) : []
  const coded = judgeBarcodes(withOthers(near, barcodes), isIdentityPaper, lines)
  const { findings, ...found } = findInLines(page, lines, options, coded.values)
  const { uncertain, met } = found
  uncertain.push(...unreadAreas)
  if (!isTyped && unreadAreas.length === 0)
    uncertain.push(...doubtsAbout(page, view.picture, lines, { papers: found.papers, findings }))
  const cards = { isIdentityPaper, signal }
  const onCards = await findCardsOnPage(reader, page, lines, cards).catch((error: unknown) => {
    // What was taken for a card that cannot be read is a part of an ID, a check or a form.
    if (!(error instanceof Refusal) || (found.papers.length === 0 && !isIdentityPaper)) throw error
    uncertain.push(unreadCard(page))
    return { findings: [], card: undefined }
  })
  return {
    findings: [...findings, ...coded.findings, ...onCards.findings],
    uncertain,
    met,
    isDecidedByTable: found.papers.some(isDecidedByTable),
    keptDates: found.keptDates,
    lines,
    isCard: false,
    card: onCards.card,
    sheet: sheetOn(barcodes),
  }

  async function onCard(card: CardOptions): Promise<FoundOnPage> {
    return {
      ...(await findOnCard(reader, page, { ...card, signal })),
      uncertain: [],
      met: [],
      isDecidedByTable: false,
      keptDates: [],
      isCard: true,
    }
  }

  /** A marked picture may show more than the card: a page of text is then read as any other page, too. */
  async function onMarkedCard(markedSide: CardSide): Promise<FoundOnPage> {
    const readAsPage = async () =>
      readView(reader, await scaledView(page, workingSide), { ...detection, signal })
    const card = await onCard({ markedSide, readAsPage })
    if (card.lines.length <= maxLinesOfCard) return card
    const onPage = findInLines(page, await readAsPage(), options)
    return {
      ...card,
      findings: [...card.findings, ...onPage.findings],
      uncertain: [...card.uncertain, ...onPage.uncertain],
    }
  }
}

// Fewer lines may be a card, which has no sentences.
const minLinesOfPage = 10
const isPage = (lines: readonly Line[]) => lines.length >= minLinesOfPage

/** A page in the mirror reads as nonsense, some of that with confidence, and digits in it as those of a card. */
function mayBeMirrored(lines: readonly Line[]): boolean {
  const isReadWell = isReadable(lines, wellRead)
  if (!isPage(lines)) return lines.length > 0 && !isReadWell && !isRightWayUp(lines)
  if (isReadWell && looksLikeCard(lines) && isRightWayUp(lines)) return false
  return !isReadWell || !isEnglish(lines)
}

// More lines than a card alone has.
const maxLinesOfCard = 24

/** Everything that the text of a page tells: by its rules, by copies, by the kind of paper, and where ink was not read. */
function findInLines(
  page: Picture,
  lines: readonly Line[],
  options: PageOptions,
  knownValues: readonly KnownValue[] = [],
) {
  const papers = kindsOfPapers(lines)
  const values = findTextValues(lines, options)
  const inText = values.flatMap((value) => value.findings)
  const copies = findCopies(lines, values, knownValues, papers.some(identifiesPerson))
  const byDefault = hideByDefault(papers, lines, [...inText, ...copies], options.today)
  const isKept = isKeptDate(byDefault.kept)
  const known = [...inText, ...copies, ...byDefault.findings].filter((finding) => !isKept(finding))
  const unread = findUnreadValues(page, lines, known)
  const { met, kept } = byDefault
  return {
    papers,
    met,
    keptDates: kept,
    findings: [...known, ...unread.findings],
    uncertain: unread.uncertain.filter(({ expected }) => !met.includes(expected)),
  }
}

/** Tells what was taken for a date of birth and is a date that stays. */
export const isKeptDate =
  (kept: readonly Quad[]) =>
  ({ kind, quad }: Pick<Finding, 'kind' | 'quad'>): boolean =>
    kind === 'date-of-birth' && kept.some((area) => isInside(area, centre(quad)))

/** Letters and digits alone; those that look the same in print are one. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')

/** Whether everything that was read stands in the text that the page itself holds: then it was read the right way round. */
function isTypedText(lines: readonly Line[], typedText: string | undefined): boolean {
  if (!typedText || lines.length === 0) return false
  const typed = folded(typedText)
  return lines.every(({ text }) => typed.includes(folded(text)))
}
