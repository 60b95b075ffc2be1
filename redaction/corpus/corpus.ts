/**
 * The made-up corpus: every sample is drawn from its seed, on demand. Odd seeds were looked at while the engine
 * was tuned; even seeds never were.
 */

import { develop } from './develop.ts'
import { type CardFace, drawCard } from './draw-card.ts'
import { drawForm } from './draw-form.ts'
import { drawLicenseBack } from './draw-license-back.ts'
import { drawNumberedPaper, type NumberedKind, numberedKinds } from './draw-numbered-papers.ts'
import { type OddPrint, oddPrintScene, oddPrints } from './draw-odd-print.ts'
import { drawPage } from './draw-page.ts'
import { drawHalves, drawPaper, isPhotographed, type PaperKind, paperKinds } from './draw-papers.ts'
import { type Conditions, corners, emptyScene, expose, placeSheet, type Scene } from './photograph.ts'
import { createRandom, type Random } from './random.ts'
import { type LabelledSecret, Sheet } from './sheet.ts'

export type Half = 'tuned' | 'unseen'

export interface Sample {
  name: string
  kind: 'card' | 'form' | 'page' | 'paper' | 'print'
  /** Of papers alone. */
  paper?: PaperKind | undefined
  /** Of pages with digits that are hard to read. */
  print?: OddPrint | undefined
  half: Half
  /** The side that the person who sends the file says it shows. */
  side?: 'front' | 'back' | undefined
  bytes: Buffer
  secrets: LabelledSecret[]
  /** Words that must stay readable, where the drawing says so. */
  kept?: LabelledSecret[] | undefined
}

const conditionKinds: readonly ((random: Random) => Conditions)[] = [
  () => ({}),
  () => ({}),
  (random) => ({ blur: random.between(0.8, 2.2) }),
  (random) => ({ darkness: random.between(0.3, 0.7), noise: random.between(4, 14) }),
  (random) => ({ noise: random.between(14, 32) }),
  (random) => ({ glare: random.between(0.4, 0.9) }),
  (random) => ({ shadow: true, noise: random.between(2, 10) }),
]

export const cardSeeds = (count: number) => Array.from({ length: count }, (_, i) => 1001 + i)
export const pageSeeds = (count: number) => Array.from({ length: count }, (_, i) => 7001 + i)
export const formSeeds = (count: number) => Array.from({ length: count }, (_, i) => 5001 + i)
export const printSeeds = (count: number) => Array.from({ length: count }, (_, i) => 20001 + i)
/** Those of the unseen half first. */
export const paperSeeds = ({ unseen, tuned }: Record<Half, number>) => [
  ...Array.from({ length: unseen }, (_, i) => 9002 + 2 * i),
  ...Array.from({ length: tuned }, (_, i) => 9001 + 2 * i),
]
export const halfOf = (seed: number): Half => (seed % 2 === 1 ? 'tuned' : 'unseen')

// A quarter of each half is sent without a word about what it shows.
const isMarked = (seed: number) => Math.floor(seed / 2) % 4 !== 3

const cardScenes = [
  'plain',
  'plain',
  'plain',
  'plain',
  'turned',
  'turned',
  'two',
  'small',
  'mirrored',
  'screen',
  'copy',
] as const

export async function cardSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const kind = random.pick(cardScenes)
  const face = random.pick<CardFace>([
    'front',
    'front',
    'front',
    'upright-front',
    'back',
    'back',
    'modern-back',
  ])
  const isLarge = random.chance(0.2)
  const width = kind === 'copy' ? 1275 : isLarge ? 2400 : random.pick([1000, 1280, 1600])
  const height = kind === 'copy' ? 1650 : Math.round(width * 0.75)
  const scene =
    kind === 'copy' ? await paperScene(random, width, height) : await emptyScene(random, width, height)
  const sheet = drawCard(random, face)
  const angle = kind === 'turned' ? random.between(0, 2 * Math.PI) : random.between(-0.15, 0.15)
  const tilt = kind === 'screen' || kind === 'copy' ? 0 : 0.025
  if (kind === 'two') await placeTwo(random, scene, sheet)
  else {
    const fill =
      { small: random.between(0.45, 0.6), copy: random.between(0.5, 0.62), screen: 0.9 }[kind as string] ??
      random.between(0.78, 0.97)
    await placeSheet(scene, sheet, corners(random, scene, sheet, kind === 'screen' ? 0 : angle, fill, tilt))
  }
  if (kind !== 'screen') await expose(random, scene, random.pick(conditionKinds)(random))
  const isBack = face === 'back' || face === 'modern-back'
  return {
    name: `card-${seed}-${kind}-${face}`,
    kind: 'card',
    half: halfOf(seed),
    side: isMarked(seed) ? (isBack ? 'back' : 'front') : undefined,
    ...(await develop(scene, random.int(45, 92), kind === 'mirrored')),
  }
}

async function placeTwo(random: Random, scene: Scene, first: Sheet) {
  const second = drawCard(random, 'front')
  const half = { ...scene, height: scene.height / 2 }
  for (const [i, sheet] of [first, second].entries()) {
    const quad = corners(random, half, sheet, random.between(-0.08, 0.08), 0.92, 0.01)
    const moved = quad.map(([x, y]) => [x, y + i * half.height]) as typeof quad
    await placeSheet(scene, sheet, moved)
  }
}

async function paperScene(random: Random, width: number, height: number): Promise<Scene> {
  const scene = await emptyScene(random, width, height)
  const paper = new Sheet(width, height)
  paper.rect(0, 0, width, height, 'fill="#fbfbf8"')
  paper.text('Copy of payment card for the purchase of 03/14/2025', 120, 140, { font: 'inter', size: 26 })
  paper.text('County School District, 100 Main Street, Topeka KS 66603', 120, 190, {
    font: 'inter',
    size: 22,
  })
  paper.text('Federal EIN 52-1234567   Telephone (202) 555-0143', 120, 1540, { font: 'inter', size: 22 })
  await placeSheet(scene, paper, [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ])
  return scene
}

export async function formSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const sheet = drawForm(random)
  const dpi = random.pick([100, 150, 150, 200, 200])
  const isTurned = random.chance(0.15)
  const [long, short] = [Math.round(dpi * 11), Math.round(dpi * 8.5)]
  const turn = isTurned ? random.pick([Math.PI / 2, Math.PI, -Math.PI / 2]) : 0
  const isLandscape = Math.abs(turn) === Math.PI / 2
  const scene = await emptyScene(random, isLandscape ? long : short, isLandscape ? short : long)
  const skew = random.chance(0.5) ? random.between(-0.05, 0.05) : 0
  await placeSheet(
    scene,
    sheet,
    corners(random, scene, sheet, turn + skew, skew === 0 ? 1 : 0.98, random.chance(0.2) ? 0.008 : 0),
  )
  const scan: Conditions = random.pick([
    {},
    { noise: random.between(4, 20) },
    { blur: random.between(0.4, 0.9) },
    { shadow: true },
  ])
  await expose(random, scene, scan)
  return {
    name: `form-${seed}`,
    kind: 'form',
    half: halfOf(seed),
    ...(await develop(scene, random.int(50, 92), false)),
  }
}

const cardOnPage = { minWidth: 0.38, maxWidth: 0.55 }

/** A page full of text with a copy of a card on it, sent without a word about the card. */
export async function pageSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const dpi = random.pick([150, 200, 200])
  const [width, height] = [Math.round(dpi * 8.5), Math.round(dpi * 11)]
  const scene = await emptyScene(random, width, height)
  const { page, free } = drawPage(random)
  await placeSheet(scene, page, [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ])
  const face = random.pick<CardFace>(['front', 'front', 'upright-front', 'back', 'modern-back'])
  const card = drawCard(random, face)
  const scale = width / page.width
  const room = { ...scene, width, height: (free.bottom - free.top) * scale }
  const wide = (random.between(cardOnPage.minWidth, cardOnPage.maxWidth) * width) / card.width
  const fill = Math.min(0.95, wide / Math.min(room.width / card.width, room.height / card.height))
  const quad = corners(random, room, card, random.between(-0.05, 0.05), fill, 0)
  await placeSheet(scene, card, quad.map(([x, y]) => [x, y + free.top * scale]) as typeof quad)
  await expose(random, scene, random.pick<Conditions>([{}, { noise: random.between(4, 14) }, { blur: 0.6 }]))
  return {
    name: `page-${seed}-${face}`,
    kind: 'page',
    half: halfOf(seed),
    ...(await develop(scene, random.int(60, 92), false)),
  }
}

/** A paper of an office; the kinds take turns in both halves. */
export async function paperSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const paper = paperKinds[Math.floor(seed / 2) % paperKinds.length] as PaperKind
  const scene = await paperOf(random, paper, seed)
  return {
    name: `paper-${seed}-${paper}`,
    kind: 'paper',
    paper,
    half: halfOf(seed),
    ...(await develop(scene, random.int(60, 92), paper === 'mirrored-letter')),
  }
}

async function paperOf(random: Random, paper: PaperKind, seed: number): Promise<Scene> {
  if (paper === 'two-way-copy') return twoWayCopy(random)
  const sheet = await sheetOf(random, paper, seed)
  return isPhotographed(paper) ? photographedPaper(random, sheet) : scannedPaper(random, sheet)
}

async function sheetOf(
  random: Random,
  paper: Exclude<PaperKind, 'two-way-copy'>,
  seed: number,
): Promise<Sheet> {
  if (paper === 'license-back') return drawLicenseBack(random)
  if (isNumbered(paper)) return drawNumberedPaper(random, paper, halfOf(seed))
  return drawPaper(random, paper, Math.floor(seed / paperKinds.length))
}

const isNumbered = (paper: PaperKind): paper is NumberedKind =>
  (numberedKinds as readonly PaperKind[]).includes(paper)

/** A page with digits that are hard to read; the kinds take turns in both halves. */
export async function printSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const print = oddPrints[Math.floor(seed / 2) % oddPrints.length] as OddPrint
  const scene = await oddPrintScene(random, print)
  return {
    name: `print-${seed}-${print}`,
    kind: 'print',
    print,
    half: halfOf(seed),
    ...(await develop(scene, random.int(60, 92), false)),
  }
}

/** One half of the page upright, the other upside down. */
async function twoWayCopy(random: Random): Promise<Scene> {
  const dpi = random.pick([150, 200])
  const [width, height] = [Math.round(dpi * 8.5), Math.round(dpi * 11)]
  const scene = await emptyScene(random, width, height)
  const [upper, lower] = drawHalves(random)
  const middle = height / 2
  await placeSheet(scene, upper, [
    [0, 0],
    [width, 0],
    [width, middle],
    [0, middle],
  ])
  await placeSheet(scene, lower, [
    [width, height],
    [0, height],
    [0, middle],
    [width, middle],
  ])
  await expose(random, scene, random.pick<Conditions>([{}, { noise: random.between(4, 10) }]))
  return scene
}

async function photographedPaper(random: Random, sheet: Sheet): Promise<Scene> {
  const width = random.pick([1280, 1600, 2000])
  const scene = await emptyScene(random, width, Math.round(width * 0.75))
  const fill = random.between(0.82, 0.98)
  await placeSheet(scene, sheet, corners(random, scene, sheet, random.between(-0.08, 0.08), fill, 0.012))
  await expose(
    random,
    scene,
    random.pick<Conditions>([
      {},
      {},
      { blur: random.between(0.4, 1) },
      { noise: random.between(4, 14) },
      { shadow: true },
    ]),
  )
  return scene
}

async function scannedPaper(random: Random, sheet: Sheet): Promise<Scene> {
  const dpi = random.pick([150, 200, 200])
  const scene = await emptyScene(random, Math.round(dpi * 8.5), Math.round(dpi * 11))
  const skew = random.chance(0.5) ? random.between(-0.03, 0.03) : 0
  await placeSheet(scene, sheet, corners(random, scene, sheet, skew, skew === 0 ? 1 : 0.98, 0))
  await expose(random, scene, random.pick<Conditions>([{}, { noise: random.between(4, 14) }, { blur: 0.5 }]))
  return scene
}
