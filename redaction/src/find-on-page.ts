import type { CardClass } from '@exempta/knowledge/terms'
import { looksLikeCard, mayBeUnreadCard, showsTypedCard } from './card/card-regions.ts'
import { findCardsOnPage } from './card/find-cards-on-page.ts'
import { type CardOptions, type CardSide, findOnCard } from './card/find-on-card.ts'
import type { Finding, UncertainArea } from './finding.ts'
import { type Box, centre, heightOf, isInside, type Quad, widthOf } from './geometry/quad.ts'
import {
  isOfLicense,
  judgeBarcodes,
  readBarcodesOn,
  readBarcodesOnIdentityPaper,
  withOthers,
} from './page/find-barcodes.ts'
import { findCopies, type KnownValue } from './page/find-copies.ts'
import { findTextValues } from './page/find-text-secrets.ts'
import { areaOfPage } from './page/find-uncertain.ts'
import { findUnreadValues } from './page/find-unread-values.ts'
import { hideByDefault } from './page/hide-by-default.ts'
import { identifiesPerson, isDecidedByTable, kindsOfPapers, mayShowPaper } from './page/kinds-of-papers.ts'
import { readView } from './page/read-view.ts'
import { withBlanks } from './page/word-gaps.ts'
import { type Picture, scalePicture, sharpOf } from './picture/picture.ts'
import { brightView, contrastView, mirroredView, scaledView } from './picture/view.ts'
import type { Line, TextReader } from './reader/text-reader.ts'
import { Refusal } from './refusal.ts'
import type { FindOptions } from './text/find-secrets.ts'
import type { SecretKind } from './text/secret.ts'

// A page counts as read when this share of the area of its lines was read with confidence.
const minReadShare = 0.5

const blank = { minMean: 200, maxDeviation: 3 }
// Squares of this share of the longer side are larger than what the closer look blurs, so they differ less.
const coarse = { squares: 128, minDeviation: 6 }
const confident = 0.6
const wellRead = 0.8
const minGlyphs = 3

/** An empty light sheet. A dark one is not blank: something may be on it that cannot be seen. */
async function isBlank(page: Picture): Promise<boolean> {
  if (isMottled(page)) return false
  const small = await scalePicture(page, 512)
  const { channels } = await sharpOf(small).blur(1).stats()
  return channels.every(({ mean, stdev }) => mean > blank.minMean && stdev < blank.maxDeviation)
}

/** Whether even squares differ so much that the page is not blank, as those of most pages do. */
function isMottled({ width, height, pixels }: Picture): boolean {
  const side = Math.ceil(Math.max(width, height) / coarse.squares)
  let [count, sum, sumOfSquares] = [0, 0, 0]
  for (let top = 0; top + side <= height; top += side) {
    for (let left = 0; left + side <= width; left += side) {
      let total = 0
      for (let y = top; y < top + side; y++)
        for (let x = left; x < left + side; x++) total += pixels[(y * width + x) * 3 + 1] as number
      const mean = total / (side * side)
      count++
      sum += mean
      sumOfSquares += mean * mean
    }
  }
  return sumOfSquares / count - (sum / count) ** 2 > coarse.minDeviation ** 2
}

/** Most of the ink that looks like text was read with confidence. */
function isReadable(lines: readonly Line[], minConfidence = confident): boolean {
  const good = lines.filter((line) => line.confidence >= minConfidence)
  const glyphCount = good.reduce((sum, line) => sum + line.glyphs.length, 0)
  return glyphCount >= minGlyphs && areaOf(good) >= minReadShare * areaOf(lines)
}

// Words that some lines of nearly every page have, and that don't come out of others in the mirror.
const commonWord =
  /\b(?:the|and|for|this|that|with|from|name|date|number|address|state|city|tax|total|phone|signature)\b/i
const minEnglishShare = 0.1

const isEnglish = (lines: readonly Line[]) =>
  lines.filter(({ text }) => commonWord.test(text)).length >= minEnglishShare * lines.length

const areaOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { quad }) => sum + widthOf(quad) * heightOf(quad), 0)

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
// Without the blanks between its groups, a card number with a digit that was read wrong looks like any other number.
const longNumber = /\d{12}/
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
  // A page in the mirror reads as nonsense, some of that with confidence, and digits in it as those of a card.
  if (!isTyped && lines.length >= minLinesOfPage && (!isReadable(lines, wellRead) || !isEnglish(lines))) {
    const mirrored = await readView(reader, await mirroredView(view), { ...detection, signal })
    const isBetterRead = !isReadable(lines, wellRead) && isReadable(mirrored, wellRead)
    if (isBetterRead || (!isEnglish(lines) && isEnglish(mirrored))) lines = mirrored
  }
  lines = lines.map((line) => (longNumber.test(line.text) ? withBlanks(page, line) : line))
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

const nearlyEmpty = 0.02
// How much lighter or darker the other side of an edge is, on a picture of this side, in all but this share of places.
const sharp = { side: 1200, share: 0.001, minStep: 48 }

/** Of a sharp picture with hardly any text, the owner is asked about what was not read. No other picture would be better. */
async function doubtsAboutUnread(
  page: Picture,
  seen: Picture,
  lines: readonly Line[],
): Promise<UncertainArea[]> {
  const isNearlyEmpty = areaOf(lines) < nearlyEmpty * page.width * page.height
  if (!isNearlyEmpty || !isSharp(await scalePicture(seen, sharp.side))) throw new Refusal('unreadable')
  const unread = lines.filter((line) => line.confidence < confident).map(({ quad }) => quad)
  return (lines.length > 0 ? unread : [areaOfPage(page)]).map((quad) => ({
    quad,
    expected: 'private-number',
    reason: 'value-not-read',
  }))
}

function isSharp({ width, height, pixels }: Picture): boolean {
  const steps = new Uint32Array(256)
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 3 + 1
      const step = Math.abs((pixels[at + 3] as number) - (pixels[at - 3] as number))
      steps[step] = (steps[step] as number) + 1
    }
  const strong = steps.subarray(sharp.minStep).reduce((sum, count) => sum + count, 0)
  return strong >= sharp.share * width * height
}

// In pixels of the longer side.
const tiny = 300

/** Why a picture without anything to hide may hold something all the same. */
function doubtsAbout(
  page: Picture,
  seen: Picture,
  lines: readonly Line[],
  { papers, findings }: Pick<ReturnType<typeof findInLines>, 'papers' | 'findings'>,
): UncertainArea[] {
  const isTiny = Math.max(page.width, page.height) < tiny
  if (isPhotograph(seen) && mayBeUnreadCard(lines)) return [unreadCard(page)]
  const found = new Set(findings.map(({ kind }) => kind))
  const isUnknown = papers.length === 0 && mayShowPaper(lines, found)
  return isUnknown || (isTiny && findings.length === 0)
    ? [{ quad: areaOfPage(page), expected: 'private-number', reason: 'value-not-read' }]
    : []
}

// Fewer lines may be a card, which is looked at in the mirror anyway.
const minLinesOfPage = 10
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

const unreadCard = (page: Picture): UncertainArea => ({
  quad: areaOfPage(page),
  expected: 'card-number',
  reason: 'paper-without-secret',
})

// Of the brightness: paper that was scanned or drawn is lighter than what stands around a card.
const lightPaper = 225

/** Whether most of a picture is something else than white paper. */
function isPhotograph({ pixels }: Picture): boolean {
  let [light, count] = [0, 0]
  for (let at = 1; at < pixels.length; at += 3 * 97) {
    count++
    if ((pixels[at] as number) >= lightPaper) light++
  }
  return light * 2 < count
}

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
