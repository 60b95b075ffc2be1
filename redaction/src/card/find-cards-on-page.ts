import type { CardClass } from '@exempta/knowledge/terms'
import type { Finding } from '../finding.ts'
import { findBlobs } from '../geometry/find-blobs.ts'
import { minAreaRect } from '../geometry/min-area-rect.ts'
import { type Bounds, boundsOf, heightOf, mapQuad, widthOf } from '../geometry/quad.ts'
import { readView } from '../page/read-view.ts'
import { type Picture, scalePicture } from '../picture/picture.ts'
import { croppedView, greyOf } from '../picture/view.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import { sameClass } from './card-class.ts'
import { cardNumberOf } from './card-number.ts'
import { cardRegionsOf, showsCard } from './card-regions.ts'
import { findOnCard } from './find-on-card.ts'

const detection = { detectionSide: 960, enlarge: true, care: 'former' } as const

/** What to hide on cards that are only a part of a page; the page is refused when such a card would be. */
export async function findCardsOnPage(
  reader: TextReader,
  page: Picture,
  lines: readonly Line[],
  { isIdentityPaper, signal }: { isIdentityPaper: boolean; signal: AbortSignal | undefined },
): Promise<{ findings: Finding[]; card: CardClass | undefined }> {
  // The photo of an ID is such an area, and its numbers are hidden without being those of a card.
  const areas = isIdentityPaper ? [] : await findSolidAreas(page)
  const regions = cardRegionsOf(lines).filter(({ hasCardWords }) => hasCardWords || !isIdentityPaper)
  const findings: Finding[] = []
  const classes: (CardClass | undefined)[] = []
  const places = [
    ...areas.map((bounds) => {
      const isCertain = regions.some((region) => holds(bounds, region))
      return { bounds, isCertain, needsWholeNumber: true, number: undefined }
    }),
    ...regions
      .filter((region) => !areas.some((area) => holds(area, region)))
      .map((bounds) => ({
        bounds,
        isCertain: true,
        needsWholeNumber: bounds.hasCardWords,
        number: bounds.number,
      })),
  ]
  for (const { bounds, isCertain, needsWholeNumber, number } of places) {
    const { picture, toPage } = croppedView(page, bounds)
    const reading = await readView(reader, { picture, toPage: (point) => point }, { ...detection, signal })
    if (!isCertain && !showsCard(reading)) continue
    const onCard = findOnCard(reader, picture, { madeBefore: [reading], needsWholeNumber, signal })
    const found = await onCard.then(
      (card) => {
        classes.push(card.card)
        return card.findings.map((finding) => ({ ...finding, quad: mapQuad(finding.quad, toPage) }))
      },
      (error: unknown) => {
        // Read on the page and not from near: no card, but a number in a field, which is hidden as it was read.
        if (error instanceof Refusal && number && !needsWholeNumber)
          return cardNumberOf(number, false).findings
        throw error
      },
    )
    findings.push(...found)
  }
  return { findings, card: sameClass(classes) }
}

/** Whether the middle of the second lies in the first. */
function holds({ left, top, right, bottom }: Bounds, other: Bounds): boolean {
  const [x, y] = [(other.left + other.right) / 2, (other.top + other.bottom) / 2]
  return x > left && x < right && y > top && y < bottom
}

const workingSide = 240
const minPaper = 150
const minDifference = 36
const shape = { minAspect: 1.25, maxAspect: 2, minSide: 0.18, maxSide: 0.8, minFill: 0.75 }

/** Areas of the shape of a card that stand out from the paper of a page as a whole: photographs, copied cards. */
async function findSolidAreas(page: Picture): Promise<Bounds[]> {
  const small = await scalePicture(page, workingSide)
  const { width, height } = small
  const grey = greyOf(small)
  const paper = grey.toSorted()[Math.floor(grey.length / 2)] as number
  if (paper < minPaper) return []
  const factor = page.width / width
  return findBlobs(
    new Float32Array(grey).map((value) => Math.abs(value - paper)),
    width,
    height,
    minDifference,
  )
    .map((blob) => ({ blob, rect: minAreaRect(blob.outline) }))
    .filter(({ blob, rect }) => {
      const [long, short] = [widthOf(rect), heightOf(rect)]
      const side = long / Math.max(width, height)
      const aspect = long / Math.max(1, short)
      return (
        side >= shape.minSide &&
        side <= shape.maxSide &&
        aspect >= shape.minAspect &&
        aspect <= shape.maxAspect &&
        blob.area >= shape.minFill * long * short
      )
    })
    .map(({ rect }) => {
      const { left, top, right, bottom } = boundsOf([rect])
      return {
        left: (left - 1) * factor,
        top: (top - 1) * factor,
        right: (right + 1) * factor,
        bottom: (bottom + 1) * factor,
      }
    })
}
