/** Whether a page was read, and what it may hold when little or nothing was. */

import { mayBeUnreadCard } from './card/card-regions.ts'
import type { Finding, UncertainArea } from './finding.ts'
import { heightOf, widthOf } from './geometry/quad.ts'
import { areaOfPage } from './page/find-uncertain.ts'
import { type KindOfPaper, mayShowPaper } from './page/kinds-of-papers.ts'
import { type Picture, scalePicture, sharpOf } from './picture/picture.ts'
import type { Line } from './reader/text-reader.ts'
import { Refusal } from './refusal.ts'

// A page counts as read when this share of the area of its lines was read with confidence.
const minReadShare = 0.5

const confident = 0.6
const minGlyphs = 3

const blank = { minMean: 200, maxDeviation: 3 }
// Squares of this share of the longer side are larger than what the closer look blurs, so they differ less.
const coarse = { squares: 128, minDeviation: 6 }
/** An empty light sheet. A dark one is not blank: something may be on it that cannot be seen. */
export async function isBlank(page: Picture): Promise<boolean> {
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
export function isReadable(lines: readonly Line[], minConfidence = confident): boolean {
  const good = lines.filter((line) => line.confidence >= minConfidence)
  const glyphCount = good.reduce((sum, line) => sum + line.glyphs.length, 0)
  return glyphCount >= minGlyphs && areaOf(good) >= minReadShare * areaOf(lines)
}

// Words that some lines of nearly every page have, and that don't come out of others in the mirror.
const commonWord =
  /\b(?:the|and|for|this|that|with|from|name|date|number|address|state|city|tax|total|phone|signature)\b/i
const minEnglishShare = 0.1

export const isEnglish = (lines: readonly Line[]) =>
  lines.filter(({ text }) => commonWord.test(text)).length >= minEnglishShare * lines.length

const areaOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { quad }) => sum + widthOf(quad) * heightOf(quad), 0)

// In pixels of the longer side.
const tiny = 300

/** Why a picture without anything to hide may hold something all the same. */
export function doubtsAbout(
  page: Picture,
  seen: Picture,
  lines: readonly Line[],
  { papers, findings }: { papers: readonly KindOfPaper[]; findings: readonly Finding[] },
): UncertainArea[] {
  const isTiny = Math.max(page.width, page.height) < tiny
  if (isPhotograph(seen) && mayBeUnreadCard(lines)) return [unreadCard(page)]
  const found = new Set(findings.map(({ kind }) => kind))
  const isUnknown = papers.length === 0 && mayShowPaper(lines, found)
  return isUnknown || (isTiny && findings.length === 0)
    ? [{ quad: areaOfPage(page), expected: 'private-number', reason: 'value-not-read' }]
    : []
}

const nearlyEmpty = 0.02
// How much lighter or darker the other side of an edge is, on a picture of this side, in all but this share of places.
const sharp = { side: 1200, share: 0.001, minStep: 48 }

/** Of a sharp picture with hardly any text, the owner is asked about what was not read. No other picture would be better. */
export async function doubtsAboutUnread(
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

export const unreadCard = (page: Picture): UncertainArea => ({
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
